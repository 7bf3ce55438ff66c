/** The sample webhook of the demo. */
import { expect, test } from 'bun:test'
import { addSampleWebhooks, connectSample } from '../../src/features/webhooks/sample'
import { world } from '../support/world'

test('is turned on at the receiver, follows it to another port, and is left alone once somebody has changed it', async () => {
  const w = world()
  const admin = w.admin()
  const encryption = w.server.encryptionFor('webhooks')
  addSampleWebhooks(w.cx)
  const first = async () => (await admin.api.webhooks.get()).data?.[0]
  expect((await first())?.active).toBe(false)
  const secret = connectSample(w.cx, encryption, 'http://127.0.0.1:4000/webhook')
  expect(secret).toStartWith('whsec_')
  expect(await first()).toMatchObject({ url: 'http://127.0.0.1:4000/webhook', active: true })
  expect(connectSample(w.cx, encryption, 'http://127.0.0.1:4001/webhook')).toBe(secret)
  expect(await first()).toMatchObject({ url: 'http://127.0.0.1:4001/webhook', active: true })
  const id = (await first())?.id ?? 0
  await admin.api.webhooks({ id }).put({ url: 'https://erp.example/novo' })
  expect(connectSample(w.cx, encryption, 'http://127.0.0.1:4002/webhook')).toBeNull()
  expect((await first())?.url).toBe('https://erp.example/novo')
})
