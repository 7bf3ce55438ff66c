/** SIGTERM under load: everybody is notified, everything is stored, nothing is lost. */
import { expect } from 'bun:test'
import { test } from '../support/trace'
import { auditDeliveryStatus, auditIncoming, auditOutgoing } from './support/audit'
import { answerLate, converse, openInstallation } from './support/installation'
import { bytesInLogs, readLedger } from './support/ledger'
import { postAll } from './support/posting'
import { repeatableRandom } from './support/random'
import { startServerProcess } from './support/server-process'
import { until } from './support/until'

const CUSTOMERS = 20

test('SIGTERM under load closes the server in order within five seconds, and a restart resumes the work', async () => {
  const random = repeatableRandom('stop')
  const { dataDir, testbed, client, statusListener, server } = await openInstallation()
  const conversations = await converse(testbed, client, CUSTOMERS)
  await answerLate(testbed, conversations, 400)
  await testbed.prepare(CUSTOMERS, 600)
  const released = testbed.release(300)
  const posted = postAll(client, conversations, { each: 5, pause: () => random.between(0, 400) })
  await until(async () => (await testbed.state()).load.delivered > 200, { why: () => server.log().slice(-1_000) })

  const asked = performance.now()
  const code = await server.stop()
  const took = performance.now() - asked
  const ledger = readLedger(dataDir)
  console.log(
    `stopped in ${Math.round(took)} ms: ${ledger.rows.length} stored, ${ledger.outbox} in the outbox, ${ledger.journal.length} in the journal`,
  )
  expect(code).toBe(0)
  expect(took).toBeLessThan(5_000)
  expect(bytesInLogs(dataDir)).toBe(0)
  expect(ledger.integrity).toEqual(['ok', 'ok'])
  await until(() => statusListener.closes.length > 0)
  expect(statusListener.closes).toEqual([1001])

  const next = await startServerProcess({ dataDir, testbed })
  client.moveTo(next)
  await statusListener.listenTo(next)
  await released
  await posted.done(20_000)
  await testbed.settled(20_000)
  await until(() => readLedger(dataDir).outbox === 0, { every: 200 })
  expect(await next.stop()).toBe(0)
  const after = readLedger(dataDir)
  const books = await testbed.books()
  expect(auditIncoming(books, after)).toEqual([])
  expect(auditOutgoing(books, after, posted.all)).toEqual([])
  expect(auditDeliveryStatus(statusListener.statuses, after)).toEqual([])
}, 180_000)
