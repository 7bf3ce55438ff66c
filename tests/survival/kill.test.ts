/** kill -9 at random moments while a thousand messages come in, two hundred go out, and many are changed: nothing lost, nothing double. */
import { expect, test } from 'bun:test'
import { attendantsAct, customersAct } from './support/acting'
import { auditActs, auditArrivals, auditIncoming, auditOutgoing, auditTicks } from './support/audit'
import { type Chance, chance } from './support/chance'
import { type Life, startLife } from './support/counter'
import type { Desk } from './support/desk'
import type { Ears } from './support/ears'
import { readLedger } from './support/ledger'
import { postAll } from './support/posting'
import { answerLate, converse, openShop } from './support/shop'
import { COMPANY, reached, type Town } from './support/town'
import { until } from './support/until'

const CUSTOMERS = 20
const INCOMING = 1_000
const OUTGOING = 200
const KILLS = 20
const ACTS = 150
/** Milliseconds until a phone tells that it got a message. */
const TELLING = 200

test('kill -9 at random moments: every message in and out exactly once, in order, no tick taken back', async () => {
  const dice = chance('kill -9')
  const { town, desk, ears, dataDir, life: first } = await openShop()
  const conversations = await converse(town, desk, CUSTOMERS)

  // Answers take a while, as they do out there: at every death some messages are on their way and nobody knows how far.
  await answerLate(town, conversations, TELLING)
  const posted = postAll(desk, conversations, { each: OUTGOING / CUSTOMERS, pause: () => dice.between(0, 3_000) })
  const acting = attendantsAct(desk, posted.all, { dice, times: ACTS, pause: () => dice.between(0, 300) })
  const deaths = await killAgainAndAgain({ dice, town, desk, ears, dataDir, first })
  await posted.done(20_000)
  await acting.done()
  await town.settled(20_000)
  await until(() => readLedger(dataDir).outbox === 0, { within: 20_000, every: 200 })
  await until(() => readLedger(dataDir).journal.length === 0, { within: 5_000, every: 100 })
  // The last answers of phones come late.
  await Bun.sleep(TELLING)
  await town.settled(5_000)

  await deaths.last.kill()
  const ledger = readLedger(dataDir)
  const books = await town.books()
  const resent = books
    .flatMap(({ phone, entries }) => (phone === COMPANY ? [] : entries))
    .filter(({ fromMe }) => !fromMe)
  const twice = resent.filter(({ times }) => times > 1).length
  console.log(
    `${deaths.count} kills; ${ledger.rows.filter(({ fromMe }) => fromMe === 0).length} in, ${resent.length} out; ` +
      `found in the journal ${deaths.journal}, in the outbox ${deaths.outbox}; put on the wire again under their own id ${twice}; ticks heard ${[...ears.ticks.values()].flat().length}; ` +
      `edited ${ledger.rows.filter(({ isEdited }) => isEdited === 1).length}, deleted ${ledger.rows.filter(({ isDeleted }) => isDeleted === 1).length}, reacted to ${ledger.rows.filter(({ reactions }) => reactions !== '[]').length}`,
  )
  expect(auditIncoming(books, ledger)).toEqual([])
  expect(auditOutgoing(books, ledger, posted.all)).toEqual([])
  expect(auditTicks(ears.ticks, ledger)).toEqual([])
  expect(auditArrivals(books, ledger)).toEqual([])
  expect(auditActs(books, ledger)).toEqual([])
  expect(acting.refusals).toEqual([])
  expect(ledger.waitingActs).toBe(0)
  expect(ledger.integrity).toEqual(['ok', 'ok'])
  expect(ledger.rows.filter(({ fromMe }) => fromMe === 0)).toHaveLength(INCOMING)
  expect(posted.all.flatMap(({ bodies }) => bodies)).toHaveLength(OUTGOING)
  // Else this run has not shown what it is for.
  expect(deaths.journal).toBeGreaterThan(0)
  expect(twice).toBeGreaterThan(0)
}, 90_000)

type Deaths = { dice: Chance; town: Town; desk: Desk; ears: Ears; dataDir: string; first: Life }

/**
 * Every other death comes in the middle of work, the others at any moment: while the server still starts, or fetches what
 * it missed. A burst of messages is let loose in each life, and death follows within the tenth of a second.
 */
async function killAgainAndAgain({ dice, town, desk, ears, dataDir, first }: Deaths) {
  let last = first
  let toCome = INCOMING - CUSTOMERS
  let [journal, outbox] = [0, 0]
  for (let left = KILLS; left > 0; left--) {
    const burst = Math.ceil(toCome / left)
    toCome -= burst
    await town.prepare(CUSTOMERS, burst)
    await Bun.sleep(dice.between(0, 900))
    await town.release()
    await customersAct(town, dice, 5)
    if (left % 2 === 0) await oneOnItsWay(town)
    await Bun.sleep(dice.between(0, 100))
    await last.kill()
    const found = readLedger(dataDir)
    journal += found.journal.length
    outbox += found.outbox
    last = await startLife({ dataDir, town })
    desk.moveTo(last)
    await ears.listenTo(last)
  }
  return { last, journal, outbox, count: KILLS }
}

/** A message has just reached a customer, and we have not heard of it; unless all is said that there was to say. */
async function oneOnItsWay(town: Town) {
  const before = await countReached(town)
  const bound = performance.now() + 2_000
  await until(async () => (await countReached(town)) > before || performance.now() > bound, { every: 20 })
}

const countReached = async (town: Town) => [...reached(await town.books()).values()].flat().length
