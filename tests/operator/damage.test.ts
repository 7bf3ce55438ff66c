/** A damaged company file takes only that company out of service; the doctor reports it, and one command restores it. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createBackup } from '../../src/operator/backup/create'
import { restoreCompany } from '../../src/operator/backup/restore'
import { examine, isHealthy } from '../../src/operator/doctor/doctor'
import { openInstallation, silentLog } from '../../src/operator/installation'
import { tenantPath } from '../../src/platform/databases'
import { loadSecret } from '../../src/platform/secret'
import { checkpoint } from '../../src/platform/sqlite'
import { carriedOver } from '../../src/standby'
import { storedFiles } from '../../src/stored-files'
import { insertUser } from '../../src/users/people'
import { type CompanyWorld, PASSWORD } from '../support/company-world'
import { until } from '../support/until'
import { type World, world } from '../support/world'
import { bodyOf, cookieOf, meWith, refresh } from '../users/support'
import { injuries, withoutLog, wreckInside } from './support'

setDefaultTimeout(180_000)

const examined = (w: World, fix = false) =>
  examine({ dataDir: w.dataDir, settings: {}, fix, storedFiles, log: silentLog(), now: Date.now() })

const signIn = (w: World, who: { email: string }) =>
  w.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: who.email, password: PASSWORD }),
  })

/** Two more companies beside the first, and some tickets in the second. */
function threeCompanies() {
  const w = world()
  const [broken, other] = [w.company('Quebrada'), w.company('Inteira')]
  for (let n = 0; n < 200; n++) broken.ticket({ lastMessage: `mensagem ${n} ${'x'.repeat(200)}` })
  return { w, broken, other, path: tenantPath(w.dataDir, broken.tenant.uuid) }
}

for (const [how, injure] of Object.entries(injuries))
  test(`a company file ${how} stops only that company, and the doctor reports it`, async () => {
    const first = threeCompanies()
    const [anna, olga] = [first.broken.attendant(), first.other.attendant()]
    await first.w.close()
    withoutLog(first.path)
    injure(first.path)
    const w = world({ dataDir: first.w.dataDir })
    w.expectErrors()
    await w.server.wakeUp()

    const refused = await signIn(w, anna)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ error: 'ERR_TENANT_UNAVAILABLE' })
    expect((await signIn(w, olga)).status).toBe(200)
    expect(w.server.databases.damagedTenants().size).toBe(1)

    const findings = await examined(w)
    expect(isHealthy(findings)).toBe(false)
    const problems = findings.filter(({ level }) => level === 'problem')
    expect(problems).toMatchObject([
      {
        about: `company ${first.broken.tenant.id} "Quebrada"`,
        remedy: expect.stringContaining(first.broken.tenant.uuid),
      },
    ])
    if (how !== 'gone') expect(existsSync(first.path)).toBe(true)
  })

test('damage found at run time takes only that company out of service', async () => {
  const { w, broken, other, path } = threeCompanies()
  const [anna, olga] = [broken.attendant([], { profile: 'admin' }), other.attendant()]
  w.expectErrors()
  checkpoint(broken.db.$client)
  w.server.databases.setAside(broken.tenant.uuid, 'closed for this test')
  w.server.databases.takeBack(broken.tenant.uuid)
  expect((await anna.request('/api/auth/me')).status).toBe(200)
  wreckInside(path)

  const answers = await Promise.all([1, 2].map(() => anna.request('/api/tickets?status=pending&pageNumber=3')))
  expect(answers.map(({ status }) => status)).toContain(503)
  expect((await anna.request('/api/tickets?status=pending')).status).toBe(503)
  expect([...w.server.databases.damagedTenants().keys()]).toEqual([broken.tenant.uuid])
  expect((await olga.request('/api/tickets?status=pending')).status).toBe(200)
})

test('messages for a damaged company are refused, and the messenger keeps them', async () => {
  const { w, broken, other } = threeCompanies()
  w.expectErrors()
  w.server.databases.setAside(broken.tenant.uuid, 'broken for this test')
  expect(() => broken.whatsapp.person('5521999990000').says('oi')).toThrow()
  expect(() => other.whatsapp.person('5521999990000').says('oi')).not.toThrow()
})

test('a damaged company’s outbox does not crash the server', async () => {
  const { w, broken } = threeCompanies()
  w.expectErrors()
  w.server.databases.setAside(broken.tenant.uuid, 'broken for this test')
  expect(() => w.server.outbox.wake(broken.refOf(1))).not.toThrow()
})

test('one command restores a damaged company while the server runs and the others work', async () => {
  const { w, broken, path } = threeCompanies()
  const anna = broken.attendant([], { email: 'anna@quebrada.example' })
  const later = broken.attendant([], { email: 'later@quebrada.example' })
  w.expectErrors()
  await w.server.wakeUp()
  broken.db.$client.prepare('DELETE FROM users WHERE id = ?').run(later.userId)
  const { folder } = await createBackup(w.dataDir, Date.now(), { to: null, withKey: false, storedFiles })
  w.server.databases.setAside(broken.tenant.uuid, 'so that the file may be broken')
  withoutLog(path)
  wreckInside(path)
  await w.server.wakeUp()
  expect((await signIn(w, anna)).status).toBe(503)

  const restored = await restoreBeside(w, folder, broken)
  expect(restored.setAside).not.toBeNull()
  await until(() => w.server.databases.isAvailable(broken.tenant.uuid), 'the company', 5000)

  expect((await signIn(w, anna)).status).toBe(200)
  expect((await signIn(w, later)).status).toBe(401)
  const again = await restoreBeside(w, folder, broken) // in the same second
  for (const { setAside } of [restored, again]) expect(existsSync(join(setAside ?? '', 'tenant.db'))).toBe(true)
  expect((await examined(w)).filter(({ level }) => level === 'problem')).toEqual([])
})

test('after a restore no session belongs to another user, and other companies stay signed in', async () => {
  const { w, broken, other } = threeCompanies()
  const olga = other.attendant()
  await w.server.wakeUp()
  const { folder } = await createBackup(w.dataDir, Date.now(), { to: null, withKey: false, storedFiles })
  const later = broken.attendant()
  const signed = await signIn(w, later)
  const { token } = await bodyOf(signed)
  await restoreBeside(w, folder, broken)

  const { uuid } = broken.tenant
  const boss = { name: 'Nova chefe', email: 'chefe@quebrada.example', passwordHash: '', profile: 'admin' } as const
  expect(insertUser(w.server.cxOf(uuid).db, w.clock.now(), boss).id).toBe(later.userId)
  expect((await meWith(w, token)).status).toBe(403)
  expect((await refresh(w, cookieOf(signed))).status).toBe(401)
  expect((await olga.request('/api/auth/me')).status).toBe(200)
})

test('a restored company keeps its current messenger sessions', async () => {
  const { w, broken } = threeCompanies()
  await w.server.wakeUp()
  const { sessionPath, sessionEncryption, openSessionStore } = await import('../../src/channels/sessions/session-store')
  const encryption = sessionEncryption(loadSecret(w.dataDir))
  const home = w.server.folderOf(broken.tenant.uuid)
  const note = (value: string) => {
    const sessions = openSessionStore(home, broken.tenant.uuid, encryption)
    sessions.prepare("INSERT OR REPLACE INTO session_rows VALUES (1, 'creds', '', ?)").run(value)
    sessions.close()
  }
  note('{"of":"yesterday"}')
  const { folder } = await createBackup(w.dataDir, Date.now(), { to: null, withKey: false, storedFiles })
  note('{"of":"today"}')
  await restoreBeside(w, folder, broken)
  const sessions = openSessionStore(home, broken.tenant.uuid, encryption)
  expect(sessions.prepare('SELECT value FROM session_rows').pluck().all()).toEqual(['{"of":"today"}'])
  sessions.close()
  expect(existsSync(sessionPath(home))).toBe(true)
})

/** Runs the command in this process, with the server's periodic company check. */
async function restoreBeside(w: World, backup: string, company: CompanyWorld) {
  const running = setInterval(() => void w.server.wakeUp(), 20)
  const databases = openInstallation(w.dataDir)
  try {
    return await restoreCompany(databases, backup, {
      uuid: company.tenant.uuid,
      now: w.clock.now(),
      storedFiles,
      carriedOver,
    })
  } finally {
    databases.close()
    clearInterval(running)
    await w.server.wakeUp()
  }
}
