/**
 * An installation whose server is killed repeatedly while messages arrive, are sent and are changed; then the phones'
 * messages are compared with the stored ones.
 */
import { inSuite } from '../../support/long'
import { attendantsAction, customersAction } from './acting'
import { auditActs, auditArrivals, auditDeliveryStatus, auditIncoming, auditOutgoing } from './audit'
import type { Client } from './client'
import { answerLate, converse, openInstallation } from './installation'
import { journalCleared, readLedger } from './ledger'
import { postAll } from './posting'
import type { RepeatableRandom } from './random'
import { type ServerProcess, startServerProcess } from './server-process'
import type { StatusListener } from './status-listener'
import { COMPANY, reached, type Testbed } from './testbed'
import { until } from './until'

export const KILLS = inSuite(3, 10)
const CUSTOMERS = 20
const INCOMING = 100 * KILLS
const OUTGOING = 20 * KILLS
const ACTS = 15 * KILLS
/** Milliseconds until a phone sends a delivery receipt. */
const RECEIPT_AFTER = 200

type Program = Pick<Parameters<typeof startServerProcess>[0], 'program'>
export type Killing = {
  readonly figures: string
  readonly findings: readonly string[]
  /** The stanzas of the messages and phones of the findings, as far as the simulator still has them. */
  readonly stanzas: string
  /** Messages that were decrypted but not stored at a kill, and messages that were resent under their own id. */
  readonly journal: number
  readonly twice: number
}

/** For each kill a hundred messages arrive, twenty are sent and some are changed. */
export async function killAndAudit(random: RepeatableRandom, program: Program = {}): Promise<Killing> {
  const { testbed, client, statusListener, dataDir, server: first } = await openInstallation(program)
  const conversations = await converse(testbed, client, CUSTOMERS)

  // Receipts are delayed, as from real phones, so that some messages are unconfirmed at every kill.
  await answerLate(testbed, conversations, RECEIPT_AFTER)
  const posted = postAll(client, conversations, { each: OUTGOING / CUSTOMERS, pause: () => random.between(0, 3_000) })
  const acting = attendantsAction(client, posted.all, { random, times: ACTS, pause: () => random.between(0, 300) })
  const kills = await killAgainAndAgain({ random, testbed, client, statusListener, dataDir, first, program })
  await posted.done(20_000)
  await acting.done()
  await testbed.settled(20_000)
  await until(() => readLedger(dataDir).outbox === 0, { every: 200 })
  await journalCleared(dataDir)
  // Waits for the last delayed receipts.
  await Bun.sleep(RECEIPT_AFTER)
  await testbed.settled(5_000)

  await kills.last.kill()
  const ledger = readLedger(dataDir)
  const books = await testbed.books()
  const came = ledger.rows.filter(({ fromMe }) => fromMe === 0).length
  const written = posted.all.flatMap(({ bodies }) => bodies).length
  const resent = books
    .flatMap(({ phone, entries }) => (phone === COMPANY ? [] : entries))
    .filter(({ fromMe }) => !fromMe)
  const twice = resent.filter(({ times }) => times > 1).length
  const count = (is: (row: (typeof ledger.rows)[number]) => boolean) => ledger.rows.filter(is).length
  const figures = [
    `${KILLS} kills; ${came} in, ${resent.length} out`,
    `found in the journal ${kills.journal}, in the outbox ${kills.outbox}`,
    `sent again under their own id ${twice}`,
    `statuses heard ${[...statusListener.statuses.values()].flat().length}`,
    `edited ${count(({ isEdited }) => isEdited === 1)}, deleted ${count(({ isDeleted }) => isDeleted === 1)}, reacted to ${count(({ reactions }) => reactions !== '[]')}`,
  ].join('; ')
  const findings = [
    ...auditIncoming(books, ledger),
    ...auditOutgoing(books, ledger, posted.all),
    ...auditDeliveryStatus(statusListener.statuses, ledger),
    ...auditArrivals(books, ledger),
    ...auditActs(books, ledger),
    ...acting.refusals.map((refusal) => `refused: ${refusal}`),
    ...ledger.integrity.filter((word) => word !== 'ok').map((word) => `damaged: ${word}`),
    ...ledger.waitingActions.map((id) => `an action waits in vain for ${id}`),
    ...(ledger.miscounted === 0 ? [] : [`${ledger.miscounted} counts beside the tabs are wrong`]),
    ...(came === INCOMING ? [] : [`${came} of ${INCOMING} came in`]),
    ...(written === OUTGOING ? [] : [`${written} of ${OUTGOING} were posted`]),
  ]
  const stanzas = [`kills at ${kills.at.join(', ')}`, ...stanzasOf(await testbed.trace(), findings)].join('\n')
  return { figures, findings, stanzas, journal: kills.journal, twice }
}

function stanzasOf(trace: string, findings: readonly string[]): string[] {
  const ids = findings.flatMap((finding) => finding.match(/\b([0-9A-F]{20,}|\d{13})\b/g) ?? [])
  return trace.split('\n').filter((line) => ids.some((id) => line.includes(id)))
}

type Kills = {
  readonly random: RepeatableRandom
  readonly testbed: Testbed
  readonly client: Client
  readonly statusListener: StatusListener
  readonly dataDir: string
  readonly first: ServerProcess
  readonly program: Program
}

/**
 * After each start a burst of messages is released, and the kill follows within a tenth of a second: every other time
 * while one of ours is unconfirmed, otherwise at any moment, even while the server is starting or catching up.
 */
async function killAgainAndAgain({ random, testbed, client, statusListener, dataDir, first, program }: Kills) {
  let last = first
  let remaining = INCOMING - CUSTOMERS
  let [journal, outbox] = [0, 0]
  const at: string[] = []
  for (let left = KILLS; left > 0; left--) {
    const burst = Math.ceil(remaining / left)
    remaining -= burst
    await testbed.prepare(CUSTOMERS, burst)
    await Bun.sleep(random.between(0, 900))
    await testbed.release()
    await customersAction(testbed, random, 5)
    if (left % 2 === 0) await untilUnconfirmed(testbed)
    await Bun.sleep(random.between(0, 100))
    await last.kill()
    at.push(new Date().toISOString().slice(11, 23))
    const found = readLedger(dataDir)
    journal += found.journal.length
    outbox += found.outbox
    last = await startServerProcess({ ...program, dataDir, testbed })
    client.moveTo(last)
    await statusListener.listenTo(last)
  }
  return { last, journal, outbox, at }
}

/**
 * Waits until a message has reached a customer and its receipt is pending; at most two seconds, because all may have
 * been sent.
 */
async function untilUnconfirmed(testbed: Testbed) {
  const before = await countReached(testbed)
  const bound = performance.now() + 2_000
  await until(async () => (await countReached(testbed)) > before || performance.now() > bound, { every: 20 })
}

const countReached = async (testbed: Testbed) => [...reached(await testbed.books()).values()].flat().length
