/** A company's file is checked for its identity, and its damage affects no other company. */
import { describe, expect, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import Sqlite from 'better-sqlite3'
import { tenantSchema } from '../../migrations/index'
import { serverJobsOf } from '../../src/jobs'
import { openDatabases, openTenantFile, tenantPath } from '../../src/platform/databases'
import { DataFolderInUse, isInUse, lockDataFolder } from '../../src/platform/lock'
import { createLog } from '../../src/platform/log'
import { newestOf } from '../../src/platform/schema'
import { DamagedDatabase, versionOf } from '../../src/platform/sqlite'
import { createCompany, findCompany, listCompanies, setCompanyActive } from '../../src/tenancy/companies'
import { until } from '../support/until'
import { type World, world } from '../support/world'

/** Writes to two companies, closes the server, damages one file, and reopens the server. */
async function spoil(how: (path: string, other: string) => void) {
  const w = world()
  const b = w.company()
  const [ana, bruno] = [w.admin(), b.admin()]
  b.whatsapp.person('5521996124087').says('oi')
  const tokens = [await ana.token(), await bruno.token()]
  await w.close()
  how(tenantPath(w.dataDir, b.tenant.uuid), tenantPath(w.dataDir, w.tenant.uuid))
  const again = world({ dataDir: w.dataDir })
  again.expectErrors()
  const ask = (which: number, path = '/api/tickets') =>
    again.request(path, { headers: { authorization: `Bearer ${tokens[which]}` } })
  return { w: again, b, ask, emails: [ana.email, bruno.email] }
}

const scribble = (path: string, at: number, length: number) => {
  const bytes = readFileSync(path)
  bytes.fill(0xa5, at, at + length)
  writeFileSync(path, bytes)
}

describe('a company whose file is', () => {
  test.each([
    ['empty', (path: string) => writeFileSync(path, '')],
    ['missing', (path: string) => rmSync(path)],
    ['cut in the header', (path: string) => truncateSync(path, 60)],
    ['not a database', (path: string) => writeFileSync(path, 'x'.repeat(8192))],
    ['spoilt in its header', (path: string) => scribble(path, 0, 100)],
    ['spoilt in its schema', (path: string) => scribble(path, 100, 3000)],
    ['another company’s', (path: string, other: string) => copyFileSync(other, path)],
    [
      'of a newer version',
      (path: string) => {
        const raw = new Sqlite(path)
        raw.pragma(`user_version = ${newestOf(tenantSchema) + 1}`)
        raw.close()
      },
    ],
    [
      'of another program',
      (path: string) => {
        rmSync(path)
        const raw = new Sqlite(path)
        raw.exec('CREATE TABLE x (y)')
        raw.close()
      },
    ],
  ])('%s is out of service with 503, and the others keep working', async (_, how) => {
    const { w, ask, emails } = await spoil(how)
    const [well, ill] = [await ask(0), await ask(1)]
    expect(well.status).toBe(200)
    expect(ill.status).toBe(503)
    expect(await ill.json()).toMatchObject({ error: 'ERR_TENANT_UNAVAILABLE' })
    expect(ill.headers.get('retry-after')).toBe('30')
    expect(w.server.databases.damagedTenants().size).toBe(1)
    const signIn = (email = '') =>
      w.request('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'errada' }),
      })
    expect([(await signIn(emails[0])).status, (await signIn(emails[1])).status]).toEqual([401, 503])
    await w.server.wakeUp()
    expect(w.logged.some(({ msg }) => msg.includes('out of service'))).toBe(true)
  })
})

describe('a file that breaks while it is open', () => {
  const breakOpen = (w: World, uuid: string) => {
    const { $client } = w.server.databases.tenant(uuid)
    $client.pragma('wal_checkpoint(TRUNCATE)')
    const path = tenantPath(w.dataDir, uuid)
    scribble(path, 4096, statSync(path).size - 4096)
    $client.pragma('shrink_memory')
    $client.exec('BEGIN IMMEDIATE; COMMIT')
  }

  test('is detected by the next statement that reads the damage, and only that company goes out of service', async () => {
    const w = world()
    w.expectErrors()
    const b = w.company()
    const [ana, bruno] = [w.admin(), b.admin()]
    for (let n = 0; n < 20; n++) b.whatsapp.person(`55119100000${n}`).says('oi')
    breakOpen(w, b.tenant.uuid)
    await until(() => true)
    let status = 0
    for (let lap = 0; lap < 10 && status !== 503; lap++) status = (await bruno.api.tickets.get({ query: {} })).status
    expect(status).toBe(503)
    expect((await bruno.api.contacts.get({ query: {} })).status).toBe(503)
    expect((await ana.api.tickets.get({ query: {} })).status).toBe(200)
    // Its incoming messages are refused, so that the messenger keeps them, and its sockets are closed.
    expect(() => b.whatsapp.person('5511910000099').says('oi')).toThrow()
    expect(w.server.auth.recheck(bruno.listener.actor)).toBeUndefined()
    w.server.outbox.wake(b.refOf(1))
    await w.server.timetable.pass()
  })
})

test('periodic jobs open no unused file', async () => {
  const w = world()
  const b = w.company()
  const { databases } = w.server
  await w.server.wakeUp()
  databases.handOver(b.tenant.uuid)
  databases.takeBack(b.tenant.uuid)
  for (const job of serverJobsOf(w.server.modules)) await job.run(w.server)
  await w.server.timetable.pass()
  expect([databases.isOpen(w.tenant.uuid), databases.isOpen(b.tenant.uuid)]).toEqual([true, false])
})

describe('opening', () => {
  const folder = () => mkdtempSync('/dev/shm/balcao-files-')

  test('creates the file only with `create`', () => {
    const home = folder()
    expect(() => openTenantFile(home, 'a', { create: false })).toThrow(DamagedDatabase)
    expect(existsSync(tenantPath(home, 'a'))).toBe(false)
    const db = openTenantFile(home, 'a', { create: true })
    expect(versionOf(db.$client)).toBe(newestOf(tenantSchema))
    expect(db.$client.pragma('synchronous', { simple: true })).toBe(2)
    expect(db.$client.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(db.$client.pragma('busy_timeout', { simple: true })).toBe(50)
    expect(db.$client.pragma('foreign_keys', { simple: true })).toBe(1)
    db.$client.close()
    openTenantFile(home, 'a', { create: false }).$client.close()
    rmSync(home, { recursive: true })
  })

  test('only one process can lock a folder', () => {
    const home = folder()
    const lock = lockDataFolder(home)
    expect(isInUse(home)).toBe(false) // by another process
    expect(() => lockDataFolder(home)).toThrow(DataFolderInUse)
    lock.release()
    expect(isInUse(home)).toBe(false)
    rmSync(home, { recursive: true })
  })
})

describe('companies', () => {
  test('have folders that only the server’s user may read', () => {
    const w = world()
    const company = createCompany(w.server.databases, w.clock.now(), { name: 'Nova', dueAt: 0 }, (made) => made)
    expect(statSync(w.server.folderOf(company.uuid)).mode & 0o077).toBe(0)
    expect(findCompany(w.server.databases.control, company.id)?.name).toBe('Nova')
    expect(listCompanies(w.server.databases.control).map(({ name }) => name)).toEqual(['Loja Centro', 'Nova'])
  })

  test('cannot be suspended if they are the operator’s', () => {
    const w = world()
    expect(() => setCompanyActive(w.server.databases.writableControl(), 1, false)).toThrow('ERR_NO_PERMISSION')
    expect(() => setCompanyActive(w.server.databases.writableControl(), 99, false)).toThrow('ERR_NO_COMPANY_FOUND')
  })

  test('respond even if there are more than may be open at once, and one with live sessions stays open', () => {
    const home = mkdtempSync('/dev/shm/balcao-files-')
    const databases = openDatabases(home, createLog('silent'), 2)
    const first = databases.create('a')
    databases.hold('a')
    for (const uuid of ['b', 'c', 'd']) databases.create(uuid)
    for (const uuid of ['b', 'c', 'd', 'b', 'a'])
      expect(databases.tenant(uuid).$client.prepare('SELECT 1').pluck().get()).toBe(1)
    expect(databases.tenant('a')).toBe(first)
    expect(first.$client.open).toBe(true)
    databases.close()
    rmSync(home, { recursive: true })
  })
})

test('page caches of many companies share a budget', () => {
  const home = mkdtempSync('/dev/shm/balcao-files-')
  const databases = openDatabases(home, createLog('silent'))
  const files = Array.from({ length: 65 }, (_, n) => databases.create(`company-${n}`).$client)
  const caches = () => [...new Set(files.map((file) => file.pragma('cache_size', { simple: true })))]
  expect(caches()).toEqual([-256]) // 32 MB for up to 128 files
  databases.close()
  rmSync(home, { recursive: true })
})
