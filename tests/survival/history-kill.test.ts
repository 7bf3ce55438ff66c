/** kill -9 during a backfill, or while missed messages arrive: nothing lost, nothing duplicated. */
import { expect } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { ConnectionSummary } from '../../src/channels/connections/contract'
import { inSuite } from '../support/long'
import { test } from '../support/trace'
import { readLedger } from './support/ledger'
import { codeFor, importEverything, openUnlinked, progressOf } from './support/linking'
import { repeatableRandom } from './support/random'
import { startServerProcess } from './support/server-process'
import { COMPANY, numberOf, openTestbed } from './support/testbed'
import { until } from './support/until'

/** The last kill may come after the end of the import. */
const KILLS = inSuite(3, 5)
const CHATS = inSuite(50, 80)

test('repeated kill -9 during an import: it resumes, nothing lost, nothing duplicated', async () => {
  const random = repeatableRandom('history')
  const testbed = await openTestbed()
  await testbed.run({ do: 'setHabits', phone: COMPANY, historyChunk: 40, historyBy: 'file' })
  await testbed.run({ do: 'prepareHistory', phone: COMPANY, chats: CHATS, messages: 50, days: 12 })
  const installation = await openUnlinked(testbed)
  const { id, qr } = await importEverything(installation)
  await testbed.run({ do: 'scan', phone: COMPANY, qr })

  let { server } = installation
  let kills = 0
  const halfway: number[] = []
  for (let taken = 0; kills < KILLS; kills++) {
    const enough = taken + random.between(1, 450)
    await until(async () => ((await progressOf(installation.client, id))?.messages ?? 0) >= enough, {
      every: 2,
    })
    await server.kill()
    taken = readLedger(installation.dataDir).rows.length
    halfway.push(taken)
    server = await startServerProcess({ dataDir: installation.dataDir, testbed })
    installation.client.moveTo(server)
  }
  const done = await until(
    async () => {
      const progress = await progressOf(installation.client, id)
      return progress?.state === 'done' && progress
    },
    { within: 60_000, every: 100, why: async () => JSON.stringify(await progressOf(installation.client, id)) },
  )

  await server.kill()
  const { rows, tickets, integrity } = readLedger(installation.dataDir)
  console.log(`${kills} kills, at ${halfway.join(', ')} of ${rows.length} messages`)
  expect(new Set(rows.map(({ externalId }) => externalId)).size).toBe(CHATS * 50)
  expect(rows).toHaveLength(CHATS * 50)
  expect(tickets).toBe(CHATS)
  // The connection's counters match the stored data, however often the import was restarted.
  expect(done).toMatchObject({ messages: CHATS * 50, tickets: CHATS, contacts: CHATS, skipped: 0 })
  expect(integrity).toEqual(['ok', 'ok'])
  // Otherwise this run has not tested what it is for.
  expect(halfway[2]).toBeLessThan(CHATS * 50)
}, 240_000)

test('repeated kill -9 while missed messages arrive: all are stored once, and counted', async () => {
  const [CUSTOMERS, EACH] = [15, 8]
  const testbed = await openTestbed()
  const { dataDir, client, ...first } = await openUnlinked(testbed)
  let { server } = first
  const { id } = await client.demand<ConnectionSummary>('POST', '/whatsapp', { name: 'Loja' })
  const becomes = (status: string) => until(async () => (await client.connection(id)).status === status)
  const restart = async () => {
    await server.kill()
    server = await startServerProcess({ dataDir, testbed })
    client.moveTo(server)
  }
  const link = async () => testbed.run({ do: 'scan', phone: COMPANY, qr: await codeFor({ client, server }, id) })
  await link()
  await becomes('CONNECTED')
  await testbed.run({ do: 'removeDevice', phone: COMPANY, device: 1 })
  await becomes('DISCONNECTED')
  await restart()

  const writes = async (customer: number) => {
    const from = numberOf(customer)
    await testbed.run({ do: 'addPhone', phone: from, name: `Cliente ${customer}`, role: 'customer' })
    for (let n = 0; n < EACH; n++) await testbed.run({ do: 'say', from, to: COMPANY, text: `frase ${n}` })
  }
  await Promise.all(Array.from({ length: CUSTOMERS }, (_, customer) => writes(customer)))
  await link()
  const halfway: number[] = []
  for (const enough of [0, 40]) {
    await until(() => storedIn(dataDir) >= enough, { every: 2 })
    await restart()
    halfway.push(storedIn(dataDir))
  }
  await until(() => storedIn(dataDir) === CUSTOMERS * EACH, { within: 60_000, why: () => `${storedIn(dataDir)} came` })

  await server.kill()
  const { rows, unread, miscounted, integrity } = readLedger(dataDir)
  console.log(`killed at ${halfway.join(', ')} of ${rows.length} messages`)
  expect(new Set(rows.map(({ externalId }) => externalId)).size).toBe(CUSTOMERS * EACH)
  expect(rows).toHaveLength(CUSTOMERS * EACH)
  for (const number of new Set(rows.map((row) => row.number)))
    expect(rows.filter((row) => row.number === number).map(({ body }) => body)).toEqual(
      Array.from({ length: EACH }, (_, n) => `frase ${n}`),
    )
  expect(unread.map(({ unread, got }) => [unread, got])).toEqual(Array(CUSTOMERS).fill([EACH, EACH]))
  expect(miscounted).toBe(0)
  expect(integrity).toEqual(['ok', 'ok'])
  // Otherwise this run has not tested what it is for.
  expect(halfway[1]).toBeLessThan(CUSTOMERS * EACH)
}, 180_000)

function storedIn(dataDir: string): number {
  const [company = ''] = readdirSync(join(dataDir, 'tenants'))
  const db = new Sqlite(join(dataDir, 'tenants', company, 'tenant.db'), { readonly: true })
  const count = db.prepare('SELECT count(*) FROM messages').pluck().get()
  db.close()
  return Number(count)
}
