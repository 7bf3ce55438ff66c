/** A company's keys of MK-AUTH are encrypted, and the operator's alone. */
import { expect, test } from 'bun:test'
import { settingUpdated } from '../../src/settings/contract'
import { writeSetting } from '../../src/settings/settings'
import { runJob } from '../support/jobs'
import { type World, world } from '../support/world'

const keys = ['ipmkauth', 'clientidmkauth', 'clientsecretmkauth'] as const
const storedIn = (w: World) =>
  w
    .rows<{ value: string }>("SELECT value FROM settings WHERE key LIKE '%mkauth' ORDER BY key")
    .map(({ value }) => value)

test.each(keys)('%s is read, changed and heard by the operator alone', async (key) => {
  const w = world()
  const boss = w.attendant([], { profile: 'admin', super: true })
  const other = w.company()
  expect((await boss.json(`/api/settings/${key}`, 'PUT', { value: 'mk.example' })).status).toBe(200)
  const everybody = [w.admin(), w.attendant([], { profile: 'supervisor' }), w.attendant(), other.admin()]
  for (const who of everybody) {
    expect((await who.request(`/api/settings/${key}`)).status).toBe(403)
    expect((await who.json(`/api/settings/${key}`, 'PUT', { value: 'x' })).status).toBe(403)
    expect(await (await who.request('/api/settings')).text()).not.toContain('mkauth')
  }
  const value = key === 'clientsecretmkauth' ? 'set' : 'mk.example'
  expect(await (await boss.request(`/api/settings/${key}`)).json()).toEqual({ key, value })
  expect((await boss.json(`/api/settings/${key}`, 'PUT', { value: 'mk2.example' })).status).toBe(200)
  expect(boss.heard(settingUpdated).length).toBeGreaterThan(0)
  for (const who of everybody) expect(who.heard(settingUpdated)).toEqual([])
  expect(storedIn(w)).toEqual([expect.stringMatching(/^gcm1\./)])
  expect(JSON.stringify(w.rows('SELECT changes FROM audit_log'))).not.toContain('mk.example')
})

test('what an earlier version stored as plain text is encrypted after the upgrade', async () => {
  const w = world()
  const boss = w.attendant([], { profile: 'admin', super: true })
  writeSetting(w.db, 'ipmkauth', 'mk.example')
  writeSetting(w.db, 'clientidmkauth', '')
  await runJob(w.server, 'settings.seal')
  expect(storedIn(w)).toEqual(['', expect.stringMatching(/^gcm1\./)])
  expect(await (await boss.request('/api/settings/ipmkauth')).json()).toEqual({ key: 'ipmkauth', value: 'mk.example' })
})
