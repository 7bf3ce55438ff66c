/** SIGTERM in the middle of work: everybody is told, everything is put away, nothing is lost. */
import { expect, test } from 'bun:test'
import { auditIncoming, auditOutgoing, auditTicks } from './support/audit'
import { chance } from './support/chance'
import { startLife } from './support/counter'
import { bytesInLogs, readLedger } from './support/ledger'
import { postAll } from './support/posting'
import { answerLate, converse, openShop } from './support/shop'
import { until } from './support/until'

const CUSTOMERS = 20

test('told to stop under load the server closes in order within five seconds, and goes on where it was', async () => {
  const dice = chance('stop')
  const { dataDir, town, desk, ears, life } = await openShop()
  const conversations = await converse(town, desk, CUSTOMERS)
  await answerLate(town, conversations, 400)
  await town.prepare(CUSTOMERS, 600)
  const released = town.release(300)
  const posted = postAll(desk, conversations, { each: 5, pause: () => dice.between(0, 400) })
  await until(async () => (await town.state()).load.delivered > 200, { why: () => life.log().slice(-1_000) })

  const asked = performance.now()
  const code = await life.stop()
  const took = performance.now() - asked
  const ledger = readLedger(dataDir)
  console.log(
    `stopped in ${Math.round(took)} ms: ${ledger.rows.length} stored, ${ledger.outbox} in the outbox, ${ledger.journal.length} in the journal`,
  )
  expect(code).toBe(0)
  expect(took).toBeLessThan(5_000)
  expect(bytesInLogs(dataDir)).toBe(0)
  expect(ledger.integrity).toEqual(['ok', 'ok'])
  await until(() => ears.closes.length > 0, { within: 1_000 })
  expect(ears.closes).toEqual([1001])

  const next = await startLife({ dataDir, town })
  desk.moveTo(next)
  await ears.listenTo(next)
  await released
  await posted.done(20_000)
  await town.settled(20_000)
  await until(() => readLedger(dataDir).outbox === 0, { within: 20_000, every: 200 })
  expect(await next.stop()).toBe(0)
  const after = readLedger(dataDir)
  const books = await town.books()
  expect(auditIncoming(books, after)).toEqual([])
  expect(auditOutgoing(books, after, posted.all)).toEqual([])
  expect(auditTicks(ears.ticks, after)).toEqual([])
}, 60_000)
