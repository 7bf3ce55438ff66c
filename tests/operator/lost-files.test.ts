/** A database deleted or replaced while open: its company stops, the others continue, and its data are saved. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createSessionStores, sessionEncryption, sessionPath } from '../../src/channels/sessions/session-store'
import { inspectDatabase, withReader } from '../../src/operator/inspect'
import { tenantPath } from '../../src/platform/databases'
import { createLog } from '../../src/platform/log'
import { loadSecret } from '../../src/platform/secret'
import { createLostFiles } from '../../src/server/lost-files'
import { type World, world } from '../support/world'
import { withoutLog } from './support'

setDefaultTimeout(180_000)

const MESSAGES = 40

function twoCompanies() {
  const w = world()
  w.expectErrors()
  const b = w.company('Sem chão')
  for (const company of [w, b])
    for (let n = 0; n < MESSAGES; n++) company.whatsapp.person('5521996124087').says(`mensagem ${n}`)
  return {
    w,
    b,
    uuid: b.tenant.uuid,
    path: tenantPath(w.dataDir, b.tenant.uuid),
    people: [w.admin(), b.admin()] as const,
  }
}

/** Saved copies with that name. */
function heldIn(w: World, name: string): string[] {
  const aside = join(w.dataDir, 'set-aside')
  const folders =
    existsSync(aside) && statSync(aside).isDirectory() ? readdirSync(aside).filter((one) => one.endsWith('-held')) : []
  return folders.map((one) => join(aside, one, name)).filter((path) => existsSync(path))
}

const losses: Record<string, (path: string) => void> = {
  deleted: (path) => rmSync(path),
  'deleted with its log': (path) => {
    rmSync(path)
    withoutLog(path)
  },
  'moved away': (path) => renameSync(path, `${path}.old`),
  'replaced by a copy': (path) => {
    copyFileSync(path, `${path}.copy`)
    renameSync(`${path}.copy`, path)
  },
  'deleted with its folder': (path) => rmSync(dirname(path), { recursive: true }),
}

for (const [how, lose] of Object.entries(losses))
  test(`${how}: the next check takes the company out of service and copies all its data`, async () => {
    const { w, uuid, path, people } = twoCompanies()
    await w.server.wakeUp()
    const statuses = () =>
      Promise.all(people.map(async (one) => (await one.request('/api/tickets?status=pending')).status))
    await w.server.lookForLostFiles()
    expect(await statuses()).toEqual([200, 200])
    lose(path)
    await w.server.lookForLostFiles()
    expect(await statuses()).toEqual([200, 503])
    expect([...w.server.databases.damagedTenants()]).toEqual([
      [uuid, 'tenant.db was deleted or replaced while the server had it open'],
    ])
    expect(await w.server.metrics.text()).toMatch(/^balcao_tenants_damaged 1$/m)
    const [copy = '', ...more] = heldIn(w, 'tenant.db')
    expect(more).toEqual([])
    expect(inspectDatabase(copy, { kind: 'tenant', identity: uuid }).problems).toEqual([])
    expect(withReader(copy, (raw) => raw.prepare('SELECT count(*) FROM messages').pluck().get())).toBe(MESSAGES)
    expect(w.logged.filter(({ level }) => level === 50).map(({ msg }) => msg)).toEqual([
      'company database is damaged: company taken out of service, others unaffected',
      'copied the deleted database; see balcao doctor',
    ])
    await w.server.lookForLostFiles()
    expect(heldIn(w, 'tenant.db')).toEqual([copy])
  })

test('a deleted session.db stops its company, and is copied after the last write', async () => {
  const { w, uuid, people } = twoCompanies()
  const encryption = sessionEncryption(loadSecret(w.dataDir))
  const stores = createSessionStores({ folderOf: w.server.folderOf, encryption, requireAvailable() {} })
  const store = stores.open(uuid)
  const write = (value: string) =>
    store.prepare("INSERT OR REPLACE INTO session_rows VALUES (1, 'creds', '', ?)").run(value)
  write('before')
  const lost = createLostFiles({
    databases: w.server.databases,
    stores,
    clock: w.clock.now,
    log: createLog('silent'),
    async stopCompanies() {
      expect(w.server.databases.isAvailable(uuid)).toBe(false)
      write('at the end')
    },
  })
  await lost.look()
  expect(w.server.databases.isAvailable(uuid)).toBe(true)
  rmSync(sessionPath(w.server.folderOf(uuid)))
  await lost.look()
  expect((await people[0].request('/api/auth/me')).status).toBe(200)
  expect((await people[1].request('/api/auth/me')).status).toBe(503)
  const [copy = ''] = heldIn(w, 'session.db')
  expect(withReader(copy, (raw) => raw.prepare('SELECT value FROM session_rows').pluck().all())).toEqual(['at the end'])
  expect(store.open).toBe(false)
})

test('a file that cannot be copied yet stays open until it can', async () => {
  const { w, path, people } = twoCompanies()
  writeFileSync(join(w.dataDir, 'set-aside'), 'in the way')
  rmSync(path)
  await w.server.lookForLostFiles()
  expect((await people[1].request('/api/auth/me')).status).toBe(503)
  expect(heldIn(w, 'tenant.db')).toEqual([])
  rmSync(join(w.dataDir, 'set-aside'))
  mkdirSync(join(w.dataDir, 'set-aside'))
  await w.server.lookForLostFiles()
  expect(heldIn(w, 'tenant.db')).toHaveLength(1)
})
