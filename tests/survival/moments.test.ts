/** Death at one moment after the other: before and after everything that becomes durable, and everything that leaves for WhatsApp. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { attendantsAct, customersAct } from './support/acting'
import { auditActs, auditArrivals, auditIncoming, auditOutgoing, auditTicks } from './support/audit'
import { chance } from './support/chance'
import { type Life, startLife } from './support/counter'
import { journalCleared, readLedger } from './support/ledger'
import { postAll } from './support/posting'
import { converse, openShop } from './support/shop'
import { until } from './support/until'

const CUSTOMERS = 6
const LIVES = Number(process.env.BALCAO_TEST_LIVES ?? 24)
const preload = join(import.meta.dir, 'support', 'mortal.ts')

test('whatever the moment of death: every message, edit, deletion, reaction and tick is there, once and in order', async () => {
  const dice = chance('moments')
  const { town, desk, ears, dataDir, life: first } = await openShop({ preload })
  const conversations = await converse(town, desk, CUSTOMERS)
  const posted = postAll(desk, conversations, { each: LIVES / 2, pause: () => dice.between(0, 2_000) })
  const acting = attendantsAct(desk, posted.all, { dice, times: 3 * LIVES, pause: () => dice.between(0, 500) })

  let life = first
  for (let lived = 1; lived <= LIVES; lived++) {
    // Each life is two moments longer than the one before it, or one or three.
    const moments = 2 * lived - dice.between(0, 2)
    await dieAfter(life, moments)
    await town.prepare(CUSTOMERS, CUSTOMERS)
    await town.release()
    await customersAct(town, dice, CUSTOMERS)
    await until(() => !life.isAlive(), { within: 10_000, why: () => `alive after ${moments} moments` })
    life = await startLife({ dataDir, town, preload })
    desk.moveTo(life)
    await ears.listenTo(life)
  }

  await posted.done(30_000)
  await acting.done()
  await town.settled(20_000)
  await until(() => readLedger(dataDir).outbox === 0, { within: 20_000, every: 200 })
  await journalCleared(dataDir)
  await town.settled(5_000)
  await life.kill()
  const ledger = readLedger(dataDir)
  const books = await town.books()
  expect(auditIncoming(books, ledger)).toEqual([])
  expect(auditOutgoing(books, ledger, posted.all)).toEqual([])
  expect(auditTicks(ears.ticks, ledger)).toEqual([])
  expect(auditArrivals(books, ledger)).toEqual([])
  expect(auditActs(books, ledger)).toEqual([])
  // In its last milliseconds it is dead but for what is leaving: nothing it answers counts.
  expect(acting.refusals.filter((refusal) => !refusal.startsWith('500'))).toEqual([])
  expect(ledger.waitingActs).toEqual([])
  expect(ledger.integrity).toEqual(['ok', 'ok'])
}, 180_000)

async function dieAfter(life: Life, moments: number) {
  const port = /mortal at (\d+)/.exec(life.log())?.[1]
  await fetch(`http://127.0.0.1:${port}/${moments}`)
}
