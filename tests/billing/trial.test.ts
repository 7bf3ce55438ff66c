import { expect, test } from 'bun:test'
import type { Trial } from '../../src/settings/operator/contract'
import { world } from '../support/world'

const path = '/api/operator-settings'

test('a test charge returns the Pix code of the current settings, or names what is missing', async () => {
  const w = world()
  const root = w.admin({ super: true })
  const trial = async () => (await (await root.request(`${path}/trials/pix`, { method: 'POST' })).json()) as Trial
  expect(await trial()).toEqual({ ok: false, fault: 'pixNotConfigured', answer: null })
  await root.json(path, 'PUT', { pixKey: 'pix@loja.example', pixName: 'Loja', pixCity: 'Recife' })
  const made = await trial()
  expect(made).toMatchObject({ ok: true, fault: null })
  expect(made.code).toContain('pix@loja.example')
  expect(w.server.databases.control.$client.prepare('SELECT count(*) FROM charges').pluck().get()).toBe(0)
})
