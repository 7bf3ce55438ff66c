/** Power failures at hundreds of moments: everything reported as stored is stored, and the file is intact. */
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { createCompany } from '../../src/tenancy/companies'
import { NEVER } from '../../src/tenancy/due'
import { inSuite } from '../support/long'
import { until } from '../support/until'
import { NOON, world } from '../support/world'
import { afterThisTest } from './support/cleanups'
import { watchDisk } from './support/disk-calls'
import { type DiskEvent, makeForgetfulDisk } from './support/power'
import { repeatableRandom } from './support/random'

const ROUNDS = inSuite(12, 80)
const STATE = `SELECT count(*) || ' messages, statuses ' || ifnull(sum(ack), 0) || ', unread ' || (SELECT ifnull(sum(unread), 0) FROM tickets)
  || ', to send ' || (SELECT count(*) FROM outbox) FROM messages`

/**
 * Customers write, an attendant answers, receipts arrive. Records the disk calls and what the program was told is
 * stored.
 */
async function recordWork(): Promise<DiskEvent[]> {
  const events: DiskEvent[] = []
  const named = (path: string) => basename(path)
  const isOurs = (path: string) => /\/tenant\.db(-wal)?$/.test(path)
  new Sqlite(':memory:').close() // its library is loaded by the first file
  const disk = watchDisk({
    wrote: (path, at, bytes) => {
      if (isOurs(path)) events.push({ do: 'change', file: named(path), change: { at, bytes } })
    },
    truncated: (path, size) => {
      if (isOurs(path)) events.push({ do: 'change', file: named(path), change: { size } })
    },
    synced: (path) => {
      if (isOurs(path)) events.push({ do: 'sync', file: named(path) })
    },
  })
  const { exec } = Sqlite.prototype
  Sqlite.prototype.exec = function promisingExec(this: Sqlite.Database, sql: string) {
    exec.call(this, sql)
    if (sql === 'COMMIT' && isOurs(this.name))
      events.push({ do: 'promise', state: String(this.prepare(STATE).pluck().get()) })
    return this
  }
  try {
    // Created here, not copied, so that its first writes are recorded.
    const w = world({
      startsAt: NOON,
      create: (databases, now, name) => createCompany(databases, now, { name, dueAt: NEVER }, (made) => made),
    })
    const ana = w.attendant()
    const maria = w.whatsapp.person('5521996124087')
    maria.says('oi')
    w.rows("UPDATE tickets SET status = 'open', user_id = ? RETURNING id", ana.userId)
    for (let round = 0; round < ROUNDS; round++) {
      maria.says(`pergunta ${round} ${'bom dia '.repeat(round % 50)}`)
      await ana.json('/api/messages/1', 'POST', { body: `resposta ${round}` })
      await until(() => w.telephones.sent.length > round)
      w.telephones.receipt(w.refOf(1), [w.telephones.sent.at(-1)?.externalId ?? ''], 3)
    }
    return events
  } finally {
    Sqlite.prototype.exec = exec
    disk.stop()
  }
}

test('at any moment of a power failure confirmed data is stored and the file is intact', async () => {
  const events = await recordWork()
  const random = repeatableRandom('power')
  const place = mkdtempSync('/dev/shm/power-')
  afterThisTest(() => rmSync(place, { recursive: true, force: true }))
  const disk = makeForgetfulDisk()
  const promises = events.flatMap((event, at) => (event.do === 'promise' ? [{ at, state: event.state }] : []))
  let [cuts, kept] = [0, 0]
  for (const [at, event] of events.entries()) {
    disk.hear(event)
    if (event.do === 'promise') kept += 1
    if (kept === 0 || (event.do === 'change' && random.between(0, 3) > 0)) continue // only every third of the many writes
    cuts += 1
    for (const [name, content] of disk.afterPowerLoss(cuts % 2 === 0 ? random : null))
      writeFileSync(join(place, name), content)
    const found = recovered(place, cuts % 10 === 0)
    const promised = [promises[kept - 1]?.state, promises[kept]?.state]
    expect([at, promised.slice(0, event.do === 'promise' ? 1 : 2).includes(found.state), found]).toEqual([
      at,
      true,
      { ...found, integrity: 'ok' },
    ])
  }
  console.log(
    `${cuts} power failures over ${promises.length} promises, ${events.filter((one) => one.do === 'sync').length} flushes`,
  )
  expect(cuts).toBeGreaterThanOrEqual(inSuite(120, 1_000))
}, 180_000)

/** Opens it as after any crash. */
function recovered(place: string, thoroughly: boolean) {
  rmSync(join(place, 'tenant.db-shm'), { force: true })
  const raw = new Sqlite(join(place, 'tenant.db'))
  try {
    const state = String(raw.prepare(STATE).pluck().get())
    return { state, integrity: thoroughly ? String(raw.pragma('integrity_check', { simple: true })) : 'ok' }
  } finally {
    raw.close()
  }
}
