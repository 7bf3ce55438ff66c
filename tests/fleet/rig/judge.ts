/**
 * The judge of a run: the phones' books, the companies' databases at their last owners, the receivers of webhooks, and what
 * attendants were told must agree. Each finding is a line; none means that nothing was lost, doubled or put out of order.
 */
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import type { BookEntry, PhoneBook } from '../../../src/simulator/contract'
import { auditActs, auditArrivals, auditIncoming } from '../../survival/support/audit'
import { type Ledger, readLedger, type StoredRow } from '../../survival/support/ledger'
import { until } from '../../survival/support/until'
import type { Frozen } from './faults'
import type { Told } from './load'
import type { RigNode } from './nodes'
import type { Overlap } from './sessions'
import type { RigCompany, World } from './world'

/** Waits until nothing waits anywhere; returns what still does after the time. */
export async function waitUntilIdle(world: World, told: Told): Promise<string[]> {
  let waiting: string[] = []
  await until(
    async () => {
      waiting = await listWaiting(world, told)
      return waiting.length === 0
    },
    { within: 45_000, every: 250 },
  ).catch(() => {})
  return waiting.map((what) => `still waiting: ${what}`)
}

async function listWaiting({ companies, testbed }: World, told: Told): Promise<string[]> {
  const lines = await Promise.all(
    companies.map(async ({ attendants: [ana], number }) => {
      const all = await ana.demand<ConnectionSummary[]>('GET', '/whatsapp')
      return all.flatMap(({ status, outboxCount, reason }) => [
        ...(status === 'CONNECTED' ? [] : [`${number} is ${status} (${reason})`]),
        ...(outboxCount === 0 ? [] : [`${number} has ${outboxCount} in its outbox`]),
      ])
    }),
  )
  const { phones } = await testbed.state()
  const undelivered = phones.flatMap(({ phone, devices }) => {
    const pending = devices.reduce((sum, device) => sum + device.pending, 0)
    return pending === 0 ? [] : [`${phone} has ${pending} undelivered stanzas`]
  })
  const hooks = missingHooks(companies, told)
  const pages = companies.flatMap(({ attendants }) =>
    attendants.flatMap(({ page, user }) => (page.isLive() ? [] : [`the page of ${user.email} is not live`])),
  )
  return [...lines.flat(), ...undelivered, ...hooks, ...pages]
}

const missingHooks = (companies: readonly RigCompany[], { renamed }: Told): string[] =>
  renamed.flatMap(({ company, name }) =>
    companies[company]?.receiver.received.some(({ data }) => data.name === name)
      ? []
      : [`no webhook tells that a contact is ${name}`],
  )

/** The node that owns each company in the end. */
export function findOwners({ nodes, companies, fleet }: World): Map<string, RigNode> {
  const [only] = nodes
  if (!fleet) return new Map(companies.flatMap(({ uuid }) => (only ? [[uuid, only] as const] : [])))
  return new Map(
    [...fleet.readOwners()].flatMap(([uuid, { node: owner, isFree }]) => {
      const node = nodes.find(({ name }) => name === owner)
      return node && !isFree ? [[uuid, node] as const] : []
    }),
  )
}

export async function judge(world: World, told: Told): Promise<string[]> {
  const books = await world.testbed.books()
  const findings = await Promise.all(
    world.companies.map(async (company, at) => {
      const ledger = await readAtOwner(world, company.uuid)
      return [
        ...judgeCompany({ company, at, ledger, books, told }),
        ...company.attendants.flatMap(({ page, user }) => page.errors.map((what) => `page of ${user.email}: ${what}`)),
      ].map((what) => `company ${at + 1}: ${what}`)
    }),
  )
  return findings.flat()
}

/** A node that loses its lease meanwhile, on a busy machine, takes its files away. */
async function readAtOwner(world: World, uuid: string): Promise<Ledger> {
  let why = `nobody owns ${uuid}`
  return until(
    () => {
      const owner = findOwners(world).get(uuid)
      if (!owner) return undefined
      try {
        return readLedger(owner.dataDir, uuid)
      } catch (error) {
        why = `the files of ${uuid} at ${owner.name} cannot be read: ${error}`
        return undefined
      }
    },
    { within: 45_000, every: 250, why: () => why },
  )
}

export type Case = {
  readonly company: Pick<RigCompany, 'customers' | 'number' | 'receiver'>
  readonly at: number
  readonly ledger: Ledger
  readonly books: readonly PhoneBook[]
  readonly told: Told
}

export function judgeCompany({ company, at, ledger, books: all, told }: Case): string[] {
  const numbers = new Set(company.customers.map(({ number }) => number))
  const books = all.filter(({ phone }) => numbers.has(phone))
  const known = new Set(ledger.rows.map(({ externalId }) => externalId))
  const unknown = [...told.said].filter(([id, said]) => said.company === at && !known.has(id))
  return [
    ...auditIncoming(books, ledger),
    ...unknown.map(([id, { from }]) => `lost: ${id} of ${from}, which its phone had sent`),
    ...books.flatMap((book) => judgeOutgoing(book, ledger)),
    ...judgeTold({ company, at, ledger, books, told }),
    ...auditActs(books, ledger, (phone) => phone === company.number),
    ...auditArrivals(books, ledger),
    // What is stored leaves the journal a moment later. What actions did is compared above.
    ...missing(ledger.journal, [...known, ...ledger.journaledActions]).map(
      (id) => `${id} is in the journal, and not stored`,
    ),
    ...ledger.integrity.filter((state) => state !== 'ok'),
    ...(ledger.miscounted === 0 ? [] : ['the tabs count other tickets than there are']),
    ...company.receiver.refused.map((why) => `a webhook was refused: ${why}`),
    ...judgeHooks(company),
  ]
}

/** Every message of ours that is stored has arrived once, in its order, and none arrived that is not stored. */
function judgeOutgoing({ phone, entries }: PhoneBook, { rows }: Ledger): string[] {
  const got = entries.filter(({ fromMe }) => !fromMe).toSorted((a, b) => a.order - b.order)
  const ours = rows.filter((row) => row.number === phone && row.fromMe === 1 && row.kind !== 'note')
  const wanted = ours.map(({ externalId }) => externalId)
  const found = got.map(({ id }) => id)
  return [
    ...missing(wanted, found).map((id) => `never arrived: ${id} at ${phone}, ${describe(ours, id)}`),
    ...missing(found, wanted).map((id) => `arrived and is not stored: ${id} at ${phone}`),
    ...twice(found).map((id) => `arrived twice: ${id} at ${phone}`),
    ...twice(got.map(textOf)).map((text) => `arrived twice: "${text}" at ${phone}`),
    ...twice(ours.map(({ body }) => body)).map((body) => `stored twice: "${body}" to ${phone}`),
    ...ours.filter(({ ack }) => ack < 2).map(({ externalId }) => `not marked as sent: ${describe(ours, externalId)}`),
    ...(isDisordered(wanted, found) ? [`arrived out of order at ${phone}: ${found.join(' ')}`] : []),
  ]
}

/** Whatever was confirmed to attendants is stored as they were told. */
function judgeTold({ at, ledger, told }: Case): string[] {
  const byClientId = new Map(ledger.rows.map((row) => [row.clientId, row]))
  return [...told.posted]
    .filter(([, { company }]) => company === at)
    .flatMap(([clientId, { id, text, to }]) => {
      const row = byClientId.get(clientId)
      const newest = told.edited.get(clientId)
      const isUndone = told.wasClockSet && row?.refused === 'editTooLate'
      if (!row) return [`lost: "${text}" to ${to} was answered with 200 (${clientId}), and is not stored`]
      return [
        ...(row.id === id ? [] : [`"${text}" was answered with message ${id}, and is ${row.id}`]),
        ...(newest === undefined || row.body === newest || isUndone
          ? []
          : [`an edit to "${newest}" is lost: "${row.body}"`]),
      ]
    })
}

/** A receiver may hear something twice, under the same id and with the same content. */
function judgeHooks({ receiver }: Case['company']): string[] {
  const bodies = new Map<string, string>()
  return receiver.received.flatMap(({ id, body }) => {
    const before = bodies.get(id)
    bodies.set(id, body)
    return before === undefined || before === body ? [] : [`webhook ${id} was sent with other content: ${body}`]
  })
}

/** A phone's session opens only after the one before it is closed, unless its node could not close it. */
export const judgeSessions = (overlaps: readonly Overlap[], frozen: readonly Frozen[]): string[] =>
  overlaps
    .filter(({ at }) => !frozen.some(({ from, until: end }) => at >= from && at <= end + AFTER_THAW_MS))
    .map(({ phone, at }) => `two sessions of ${phone} at once at ${new Date(at).toISOString()}`)
/** A node that was frozen learns a moment later that it owns nothing any more. */
const AFTER_THAW_MS = 3000

const textOf = ({ text }: BookEntry) => text
const describe = (rows: readonly StoredRow[], id: string) => {
  const row = rows.find(({ externalId }) => externalId === id)
  return row ? `"${row.body}" ack ${row.ack} ${row.failure ?? ''}` : 'unknown'
}

function missing(wanted: readonly string[], found: readonly string[]): string[] {
  const known = new Set(found)
  return wanted.filter((one) => !known.has(one))
}

function twice(all: readonly string[]): string[] {
  const seen = new Set<string>()
  return all.filter((one) => seen.size === seen.add(one).size)
}

function isDisordered(wanted: readonly string[], found: readonly string[]): boolean {
  const places = new Map(wanted.map((one, place) => [one, place]))
  const order = found.flatMap((one) => places.get(one) ?? [])
  return order.some((place, index) => place < (order[index - 1] ?? -1))
}
