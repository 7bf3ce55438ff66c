/**
 * Damaged write-ahead logs and their indexes, with the server stopped and running: intact data remain, and other
 * companies are unaffected.
 */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, statSync, truncateSync } from 'node:fs'
import { inspectDatabase, withReader } from '../../src/operator/inspect'
import { tenantPath } from '../../src/platform/databases'
import { checkpoint } from '../../src/platform/sqlite'
import { type World, world } from '../support/world'
import { overwrite } from './support'

setDefaultTimeout(180_000)

const MESSAGES = 60

/** Two companies with recent data only in their logs. */
function twoCompanies() {
  const w = world()
  const b = w.company('Quebrada')
  const people = [w.admin(), b.admin()]
  for (const company of [w, b]) {
    checkpoint(company.db.$client)
    for (let n = 0; n < MESSAGES; n++) company.whatsapp.person('5521996124087').says(`mensagem ${n}`)
  }
  return { w, b, people }
}

/** Simulates a crash: copies the files of a running server. */
function crash(w: World): string {
  const dataDir = mkdtempSync('/dev/shm/balcao-')
  cpSync(w.dataDir, dataDir, { recursive: true })
  return dataDir
}

const middle = (path: string) => Math.floor(statSync(path).size / 2)
const noise = (path: string, from: number) => overwrite(path, from, randomBytes(statSync(path).size - from))

const injuries = {
  'the log’s head is noise': (path: string) => overwrite(`${path}-wal`, 0, randomBytes(32)),
  'the log is noise': (path: string) => noise(`${path}-wal`, 0),
  'the log is noise from the middle on': (path: string) => noise(`${path}-wal`, middle(`${path}-wal`)),
  'the log is cut off': (path: string) => truncateSync(`${path}-wal`, middle(`${path}-wal`)),
  'the log is of no length': (path: string) => truncateSync(`${path}-wal`, 0),
  'the index is noise': (path: string) => noise(`${path}-shm`, 0),
  'the index is of no length': (path: string) => truncateSync(`${path}-shm`, 0),
} as const satisfies Record<string, (path: string) => void>

for (const [how, injure] of Object.entries(injuries))
  test(`after a crash ${how}: that company opens with its intact data, the other with everything`, async () => {
    const { w: first, b, people } = twoCompanies()
    const [well = '', ill = ''] = await Promise.all(people.map((one) => one.token()))
    const dataDir = crash(first)
    const path = tenantPath(dataDir, b.tenant.uuid)
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
    injure(path)
    const w = world({ dataDir })
    w.expectErrors()
    await w.server.wakeUp()
    const ask = (token: string) => w.request('/api/tickets', { headers: { authorization: `Bearer ${token}` } })
    expect((await ask(well)).status).toBe(200)
    expect(w.rows('SELECT count(*) AS n FROM messages')).toEqual([{ n: MESSAGES }])

    // SQLite takes a truncated log for a shorter one: data before the damage exist, and none after it.
    expect((await ask(ill)).status).toBe(200)
    expect(inspectDatabase(path, { kind: 'tenant', identity: b.tenant.uuid }).problems).toEqual([])
    const bodies = withReader(path, (raw) => raw.prepare('SELECT body FROM messages ORDER BY id').pluck().all())
    expect(bodies).toEqual(bodies.map((_, n) => `mensagem ${n}`))
    if (how.startsWith('the index')) expect(bodies).toHaveLength(MESSAGES)
  })

test('a log overwritten with noise at run time takes the company out of service at its next read', async () => {
  const { w, b, people } = twoCompanies()
  w.expectErrors()
  const [well, ill] = people
  const path = tenantPath(w.dataDir, b.tenant.uuid)
  noise(`${path}-wal`, 32)
  b.db.$client.pragma('shrink_memory')
  const ask = async () => (await ill?.request('/api/tickets?status=pending'))?.status
  const met = performance.now()
  for (let lap = 0; lap < 3 && (await ask()) !== 503; lap++);
  expect(await ask()).toBe(503)
  expect(performance.now() - met).toBeLessThan(1000)
  expect([...w.server.databases.damagedTenants().keys()]).toEqual([b.tenant.uuid])
  expect((await well?.request('/api/tickets?status=pending'))?.status).toBe(200)
  expect(w.rows('SELECT count(*) AS n FROM messages')).toEqual([{ n: MESSAGES }])
})
