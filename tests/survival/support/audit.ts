/** The books of WhatsApp laid beside ours. Each finding is a line; none means that they agree. */
import type { PhoneBook } from '../../../src/simulator/contract'
import type { Ledger, StoredRow } from './ledger'
import { reached, written } from './town'

export type Posted = { readonly number: string; readonly bodies: readonly string[] }

/** What customers wrote is stored, each once, in the order they wrote it. */
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
    if (isDisordered(wanted, idsOf(stored))) findings.push(`stored out of order: ${number}`)
    const shown = stored.toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id)
    if (isDisordered(wanted, idsOf(shown))) findings.push(`shown out of order: ${number}`)
  }
  return findings
}

/** What we posted has reached the customer, each once, in the order we posted it; and what is marked so has arrived. */
export function auditOutgoing(books: readonly PhoneBook[], { rows }: Ledger, posted: readonly Posted[]): string[] {
  const findings: string[] = []
  const phones = reached(books)
  for (const { number, bodies } of posted) {
    const got = phones.get(number) ?? []
    const texts = got.map(({ text }) => text)
    findings.push(
      ...missing(bodies, texts).map((text) => `never arrived: "${text}" at ${number}`),
      ...doubled(texts).map((text) => `arrived twice: "${text}" at ${number}`),
    )
    if (isDisordered(bodies, texts)) findings.push(`arrived out of order: ${number}`)
    const ids = new Set(got.map(({ id }) => id))
    const ours = rows.filter((row) => row.number === number && row.fromMe === 1)
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

/** No tick that a screen was told was ever followed by a lesser one, and the store did not forget the last. */
export function auditTicks(ticks: ReadonlyMap<number, readonly number[]>, { rows }: Ledger): string[] {
  const stored = new Map(rows.map(({ id, ack }) => [id, ack]))
  return [...ticks].flatMap(([id, told]) => {
    const all = [...told, stored.get(id) ?? -1]
    return all.some((ack, index) => ack < (all[index - 1] ?? 0)) ? [`ticks of ${id} went down: ${all.join(' ')}`] : []
  })
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

/** What both know stands in the same order in both. */
function isDisordered(wanted: readonly string[], found: readonly string[]): boolean {
  const places = new Map(wanted.map((one, place) => [one, place]))
  const seen = found.flatMap((one) => places.get(one) ?? [])
  return seen.some((place, index) => place < (seen[index - 1] ?? -1))
}
