/** The server is killed at each moment in turn: just before and after every commit and every frame to WhatsApp. */
import { expect } from 'bun:test'
import { join } from 'node:path'
import { inSuite } from '../support/long'
import { test } from '../support/trace'
import { attendantsAction, customersAction } from './support/acting'
import { auditActs, auditArrivals, auditDeliveryStatus, auditIncoming, auditOutgoing } from './support/audit'
import { converse, openInstallation } from './support/installation'
import { journalCleared, readLedger } from './support/ledger'
import { postAll } from './support/posting'
import { repeatableRandom } from './support/random'
import { type ServerProcess, startServerProcess } from './support/server-process'
import { until } from './support/until'

const CUSTOMERS = 6
const KILLS = inSuite(4, 48)
/**
 * Steps between the moments, with variation: up to the forty-eighth moment in the short lane, the ninety-sixth in the
 * long one.
 */
const STEP = inSuite(12, 2)
const preload = join(import.meta.dir, 'support', 'killable.ts')

test('at any moment of the kill every message, edit, deletion, reaction and delivery status is there, once and in order', async () => {
  const random = repeatableRandom('moments')
  const { testbed, client, statusListener, dataDir, server: first } = await openInstallation({ preload })
  const conversations = await converse(testbed, client, CUSTOMERS)
  const posted = postAll(client, conversations, { each: KILLS / 2, pause: () => random.between(0, 2_000) })
  const acting = attendantsAction(client, posted.all, { random, times: 3 * KILLS, pause: () => random.between(0, 500) })

  let server = first
  for (let kill = 1; kill <= KILLS; kill++) {
    const moments = STEP * kill - random.between(0, STEP)
    await killAfter(server, moments)
    await testbed.prepare(CUSTOMERS, CUSTOMERS)
    await testbed.release()
    await customersAction(testbed, random, CUSTOMERS)
    await until(() => !server.isAlive(), { why: () => `alive after ${moments} moments` })
    server = await startServerProcess({ dataDir, testbed, preload })
    client.moveTo(server)
    await statusListener.listenTo(server)
  }

  await posted.done(30_000)
  await acting.done()
  await testbed.settled(20_000)
  await until(() => readLedger(dataDir).outbox === 0, { every: 200 })
  await journalCleared(dataDir)
  await testbed.settled(5_000)
  await server.kill()
  const ledger = readLedger(dataDir)
  const books = await testbed.books()
  expect(auditIncoming(books, ledger)).toEqual([])
  expect(auditOutgoing(books, ledger, posted.all)).toEqual([])
  expect(auditDeliveryStatus(statusListener.statuses, ledger)).toEqual([])
  expect(auditArrivals(books, ledger)).toEqual([])
  expect(auditActs(books, ledger)).toEqual([])
  // In its last milliseconds only frames are sent, so its responses do not count (killable.ts).
  expect(acting.refusals.filter((refusal) => !refusal.startsWith('500'))).toEqual([])
  expect(ledger.waitingActions).toEqual([])
  expect(ledger.integrity).toEqual(['ok', 'ok'])
}, 180_000)

async function killAfter(server: ServerProcess, moments: number) {
  const port = /killable at (\d+)/.exec(server.log())?.[1]
  await fetch(`http://127.0.0.1:${port}/${moments}`)
}
