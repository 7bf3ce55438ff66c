/** Compares the phones' messages with ours. Each finding is a line; none means that they agree. */
import type { BookEntry, PhoneBook } from '../../../src/simulator/contract'
import type { Ledger, StoredRow } from './ledger'
import { COMPANY, reached, written } from './testbed'

export type Posted = { readonly number: string; readonly bodies: readonly string[] }

/** Customers' messages are stored once each, in order. */
export function auditIncoming(books: readonly PhoneBook[], { rows }: Ledger): string[] {
  const findings: string[] = []
  for (const [number, entries] of written(books)) {
    const stored = rows.filter((row) => row.number === number && row.fromMe === 0)
    const wanted = entries.map(({ id }) => id)
    findings.push(
      ...missing(wanted, idsOf(stored)).map((id) => `lost: ${id} of ${number}`),
      ...doubled(idsOf(stored)).map((id) => `doubled: ${id} of ${number}`),
      ...missing(idsOf(stored), wanted).map((id) => `invented: ${id} of ${number}`),
    )
    if (isDisordered(wanted, idsOf(stored)))
      findings.push(`stored out of order: ${number}: ${idsOf(stored).join(' ')} instead of ${wanted.join(' ')}`)
    const shown = stored.toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id)
    if (isDisordered(wanted, idsOf(shown))) findings.push(`shown out of order: ${number}`)
  }
  return findings
}

/**
 * Our messages reached the customer once each, in order, and those marked as sent have arrived. Excludes messages
 * deleted before it was known whether they were sent, or before the phone could decrypt them: a deleted message is not
 * resent.
 */
export function auditOutgoing(books: readonly PhoneBook[], { rows }: Ledger, posted: readonly Posted[]): string[] {
  const findings: string[] = []
  const phones = reached(books)
  for (const { number, bodies: all } of posted) {
    const stored = rows.filter((row) => row.number === number && row.fromMe === 1)
    const there = new Set((phones.get(number) ?? []).map(({ id }) => id))
    const isWithdrawn = ({ failure, isDeleted, externalId }: StoredRow) =>
      failure === 'deleted' || (isDeleted === 1 && !there.has(externalId))
    const withdrawn = new Set(stored.filter(isWithdrawn).map(({ body }) => body))
    const bodies = all.filter((body) => !withdrawn.has(body))
    const ours = stored.filter(({ body }) => !withdrawn.has(body))
    const got = (phones.get(number) ?? []).filter(({ text }) => !withdrawn.has(text))
    const texts = got.map(({ text }) => text)
    findings.push(
      ...missing(bodies, texts).map((text) => `never arrived: "${text}" at ${number}`),
      ...doubled(texts).map((text) => `arrived twice: "${text}" at ${number}`),
    )
    if (isDisordered(bodies, texts)) findings.push(`arrived out of order: ${number}`)
    const ids = new Set(got.map(({ id }) => id))
    findings.push(
      ...ours.filter(({ ack, externalId }) => ack >= 2 && !ids.has(externalId)).map(describe('marked sent, not there')),
      ...ours.filter(({ ack, externalId }) => ack < 2 && ids.has(externalId)).map(describe('there, not marked sent')),
      ...ours.filter(({ failure }) => failure !== null).map(describe('failed')),
      ...missing(
        bodies,
        ours.map(({ body }) => body),
      ).map((body) => `not stored: "${body}"`),
      ...doubled(ours.map(({ body }) => body)).map((body) => `stored twice: "${body}"`),
    )
  }
  return findings
}

/** No delivery status on a screen was followed by a lower one, and the last one is stored. */
export function auditDeliveryStatus(statuses: ReadonlyMap<number, readonly number[]>, { rows }: Ledger): string[] {
  const stored = new Map(rows.map(({ id, ack }) => [id, ack]))
  return [...statuses].flatMap(([id, heard]) => {
    const all = [...heard, stored.get(id) ?? -1]
    return all.some((ack, index) => ack < (all[index - 1] ?? 0))
      ? [`statuses of ${id} went down: ${all.join(' ')}`]
      : []
  })
}

/** Delivered and read messages are marked as such. Requires an idle system, because receipts take time. */
export function auditArrivals(books: readonly PhoneBook[], { rows }: Ledger): string[] {
  const rowOf = new Map(rows.map((row) => [row.externalId, row]))
  return [...reached(books)].flatMap(([number, entries]) =>
    entries.flatMap((entry) => {
      const row = rowOf.get(entry.id)
      return row && isBehind(row, entry) ? [`status lost: ${entry.id} at ${number}, here ${row.ack}`] : []
    }),
  )
}

export const isBehind = ({ ack }: StoredRow, { readAt }: BookEntry): boolean => ack < (readAt === null ? 3 : 4)

/** Edits, deletions and reactions have the same result on the phones and here. */
export function auditActs(
  books: readonly PhoneBook[],
  { rows }: Ledger,
  isOurs = (phone: string): boolean => phone === COMPANY,
): string[] {
  const rowOf = new Map(rows.map((row) => [row.externalId, row]))
  return books
    .filter(({ phone }) => !isOurs(phone))
    .flatMap(({ phone, entries }) =>
      entries.flatMap((entry) => {
        const row = rowOf.get(entry.id)
        return row
          ? differences(row, entry, isOurs).map((what) => `actions differ: ${entry.id} at ${phone}: ${what}`)
          : []
      }),
    )
}

export function differences(row: StoredRow, entry: BookEntry, isOurs: (phone: string) => boolean): string[] {
  const stored = JSON.parse(row.reactions) as { author: string; emoji: string }[] // the query's columns
  const here = stored.map(({ author, emoji }) => `${author === 'us' ? 'we' : 'they'} ${emoji}`)
  const there = entry.reactions.map(({ author, emoji }) => `${isOurs(author) ? 'we' : 'they'} ${emoji}`)
  const [isDeleted, isEdited] = [row.isDeleted === 1, row.isEdited === 1]
  // Other actions on our message are not sent when it was deleted before its arrival was known.
  if (row.fromMe === 1 && isDeleted && entry.revoked) return []
  return [
    ...(entry.revoked === isDeleted ? [] : [`deleted: here ${isDeleted}, there ${entry.revoked}`]),
    ...(entry.edited === isEdited ? [] : [`edited: here ${isEdited}, there ${entry.edited}`]),
    ...(entry.kind !== 'text' || entry.text === row.body ? [] : [`here "${row.body}", there "${entry.text}"`]),
    ...(here.sort().join() === there.sort().join() ? [] : [`reactions: here ${here.join()}, there ${there.join()}`]),
  ]
}

const idsOf = (rows: readonly StoredRow[]) => rows.map(({ externalId }) => externalId)
const describe = (what: string) => (row: StoredRow) =>
  `${what}: ${row.externalId} "${row.body}" ack ${row.ack} ${row.failure ?? ''}`

function missing(wanted: readonly string[], found: readonly string[]): string[] {
  const known = new Set(found)
  return wanted.filter((one) => !known.has(one))
}

function doubled(all: readonly string[]): string[] {
  return all.filter((one, index) => all.indexOf(one) !== index)
}

/** Common items have the same order in both. */
function isDisordered(wanted: readonly string[], found: readonly string[]): boolean {
  const places = new Map(wanted.map((one, place) => [one, place]))
  const seen = found.flatMap((one) => places.get(one) ?? [])
  return seen.some((place, index) => place < (seen[index - 1] ?? -1))
}
