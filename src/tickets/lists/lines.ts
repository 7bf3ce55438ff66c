/**
 * Writes a page of tickets as SQLite returns it: one text with a line of JSON per ticket. The driver takes longer to
 * convert a row's columns than SQLite to read them. The fields are in `summary-fields.ts`.
 */
import { getOrMake } from '../../platform/maps'
import { jsonObject } from '../../platform/sql-json'
import { type Condition, type Db, statement } from '../../platform/sqlite'
import type { Utf8Writer } from '../../platform/utf8'
import { type FieldReader, writtenExtras } from '../fields'
import { codeOf } from '../variables/contract'
import { type Names, namesIn } from './names'
import { ownFields, type Shared, sharedColumns, sharedFields, timeFields } from './summary-fields'

/** Tickets in order. */
export type TicketLines = {
  /** One line per ticket with the first fields of its summary, as a JSON object. */
  readonly text: Buffer
  readonly times: readonly Times[]
  /** One JSON array per ticket with the values of a `Shared`. */
  readonly shared: readonly string[]
}

/** The ticket's id, then its instants in the order of `timeFields`. */
export type Times = readonly [id: number, updatedAt: number, waitingSince: number | null, ...others: (number | null)[]]
const timesJson = `json_array(t.id, ${Object.values(timeFields).join(', ')})`
const [firstTime, ...otherTimes] = Object.keys(timeFields).map((field) => ({
  field,
  name: `,"${field}":`,
  none: `,"${field}":null`,
}))
const CREATED_AT = 2 + otherTimes.findIndex(({ field }) => field === 'createdAt')
const ownJson = jsonObject(ownFields)
const sharedJson = `json_array(${sharedColumns.map((column) => `t.${column}`).join(', ')})`

/** The tickets whose ids the condition selects as `id`, in that order: only those rows are joined. */
export function readTickets(db: Db, { sql, params }: Condition): TicketLines {
  const [text, times, shared] = statement(
    db.$client,
    `SELECT CAST(group_concat(${ownJson}, '\n,') AS BLOB), group_concat(${timesJson}), group_concat(${sharedJson}, '\n')
     FROM (${sql}) chosen CROSS JOIN tickets t ON t.id = chosen.id CROSS JOIN contacts c ON c.id = t.contact_id`,
  )
    .raw()
    .get(...params) as [Buffer, string, string] | [null, null, null] // in the order of the statement; null without tickets
  if (text === null) return { text: Buffer.alloc(0), times: [], shared: [] }
  return { text, times: JSON.parse(`[${times}]`) as Times[], shared: shared.split('\n') } // written by `timesJson`
}

const NEWLINE = '\n'.charCodeAt(0)

type Written = { readonly most: number; readonly timeZone: string }

/** The summaries of the first `most` tickets, separated by commas. */
export function writeSummaries(page: Utf8Writer, cx: FieldReader, lines: TicketLines, { most, timeZone }: Written) {
  const { text, times, shared } = lines
  const shown = times.slice(0, most)
  const ids = shown.map(([id]) => id)
  const [sharedOf, extrasOf] = [sharedIn(namesIn(cx.db)), writtenExtras(cx, ids)]
  let start = 0
  shown.forEach((instants, n) => {
    const [id, updatedAt] = instants
    const newline = text.indexOf(NEWLINE, start)
    const end = newline < 0 ? text.length : newline
    page.copy(text, start, end - '}'.length)
    start = end + '\n'.length // the comma belongs to the next one
    const sharedBytes = sharedOf(shared[n] ?? '')
    page.copy(sharedBytes, 0, sharedBytes.length)
    page.instant(updatedAt)
    for (let nth = 0; nth < otherTimes.length; nth++) {
      const at = instants[nth + 2] ?? null
      page.ascii(otherTimes[nth]?.[at === null ? 'none' : 'name'] ?? '')
      if (at !== null) page.instant(at)
    }
    page.text(extrasOf(id))
    page.ascii(`,"code":"${codeOf({ id, createdAt: instants[CREATED_AT] ?? 0 }, timeZone)}"}`)
  })
}

/** Cached as JSON, because most tickets share them with others. */
function sharedIn(names: Names): (shared: string) => Buffer {
  const known = getOrMake(kept, names, () => new Map<string, Buffer>())
  if (known.size > MOST_KEPT) known.clear()
  return (shared) => getOrMake(known, shared, () => writeShared(shared, names))
}
const kept = new WeakMap<Names, Map<string, Buffer>>()
const MOST_KEPT = 300

function writeShared(shared: string, names: Names): Buffer {
  const values = JSON.parse(shared) as unknown[] // written by `sharedJson`
  const row = Object.fromEntries(sharedColumns.map((column, n) => [column, values[n]])) as Shared // these are its columns
  return Buffer.from(`,${JSON.stringify(sharedFields(row, names)).slice(1, -1)}${firstTime?.name}`)
}
