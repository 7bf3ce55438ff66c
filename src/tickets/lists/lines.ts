/**
 * Writes a page of tickets as SQLite returns it: one text with a line of JSON per ticket. The driver takes longer to
 * convert a row's columns than SQLite to read them. The fields are in `summary-fields.ts`.
 */
import { getOrMake } from '../../platform/maps'
import { getOnlyTuple } from '../../platform/sql'
import { jsonObject } from '../../platform/sql-json'
import type { Condition, Db } from '../../platform/sqlite'
import type { Utf8Writer } from '../../platform/utf8'
import { type FieldReader, writtenExtras } from '../fields'
import { codeEnd, openedOn } from '../variables/contract'
import { type Names, namesIn } from './names'
import {
  lastState,
  ownFields,
  readLastState,
  type Shared,
  sharedColumns,
  sharedFields,
  timeFields,
} from './summary-fields'

/** Tickets in order. */
export type TicketLines = {
  /** One line per ticket with the first fields of its summary, as a JSON object. */
  readonly text: Buffer
  readonly times: readonly Times[]
  /** One JSON array per ticket with the values of a `Shared`. */
  readonly shared: readonly string[]
}

/** The ticket's id, its instants in the order of `timeFields`, and the state of its last message (`lastState`). */
export type Times = readonly [id: number, updatedAt: number, waitingSince: number | null, ...others: (number | null)[]]
const timesJson = `json_array(t.id, ${[...Object.values(timeFields), lastState].join(', ')})`
const [firstTime, ...otherTimes] = Object.keys(timeFields)
const CREATED_AT = 1 + Object.keys(timeFields).indexOf('createdAt')
/** Position of the first instant after `updatedAt`, and of the state. */
const SECOND_TIME = 2
const STATE = SECOND_TIME + otherTimes.length
const ownJson = jsonObject(ownFields)
const sharedJson = `json_array(${sharedColumns.map((column) => `t.${column}`).join(', ')})`

/** The tickets whose ids the condition selects as `id`, in that order: only those rows are joined. */
export function readTickets(db: Db, { sql, params }: Condition): TicketLines {
  const [text, times, shared] = getOnlyTuple<[Buffer, string, string] | [null, null, null]>(
    db,
    `SELECT CAST(group_concat(${ownJson}, '\n,') AS BLOB), group_concat(${timesJson}), group_concat(${sharedJson}, '\n')
     FROM (${sql}) chosen CROSS JOIN tickets t ON t.id = chosen.id CROSS JOIN contacts c ON c.id = t.contact_id`,
    params,
  )
  if (text === null) return { text: Buffer.alloc(0), times: [], shared: [] }
  return { text, times: JSON.parse(`[${times}]`) as Times[], shared: shared.split('\n') } // written by `timesJson`
}

const codeOf = (sign: string): number => sign.charCodeAt(0)
const [NEWLINE, BRACE] = [codeOf('\n'), codeOf('}')]
const [CODE, END] = [Buffer.from(',"code":"'), Buffer.from('"}')]

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
    const state = instants[STATE] ?? 0
    const newline = text.indexOf(NEWLINE, start)
    const end = (newline < 0 ? text.length : newline) - '}'.length
    if (text[end - 1] === BRACE) {
      page.copy(text, start, end - '}'.length)
      page.append(getOrMake(lastStates, state, () => writeLastState(state)))
    } else page.copy(text, start, end) // no last message
    start = end + '}\n'.length // the comma belongs to the next one
    page.append(sharedOf(shared[n] ?? ''))
    page.instant(updatedAt)
    const { before, after } = gapsOf(instants)
    for (const { gap, nth } of before) {
      page.append(gap)
      page.instant(instants[nth] ?? 0)
    }
    page.append(after)
    page.append(extrasOf(id))
    page.append(CODE)
    page.ascii(openedOn(instants[CREATED_AT] ?? 0, timeZone))
    page.ascii(codeEnd(id))
    page.append(END)
  })
}

const lastStates = new Map<number, Buffer>()
const writeLastState = (state: number) => Buffer.from(`,${JSON.stringify(readLastState(state)).slice(1)}`)

/** The JSON before each instant after the first, with those that are null, and behind the last one. */
type Gaps = { readonly before: readonly { readonly gap: Buffer; readonly nth: number }[]; readonly after: Buffer }
/** By a bit for each that is null. */
const gaps = new Map<number, Gaps>()

function gapsOf(instants: Times): Gaps {
  let nulls = 0
  for (let nth = SECOND_TIME; nth < STATE; nth++) if (instants[nth] === null) nulls |= 1 << nth
  return getOrMake(gaps, nulls, () => writeGaps(nulls))
}

function writeGaps(nulls: number): Gaps {
  let gap = ''
  const before: Gaps['before'][number][] = []
  otherTimes.forEach((field, n) => {
    const nth = SECOND_TIME + n
    if (nulls & (1 << nth)) gap += `,"${field}":null`
    else {
      before.push({ gap: Buffer.from(`${gap},"${field}":`), nth })
      gap = ''
    }
  })
  return { before, after: Buffer.from(gap) }
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
  return Buffer.from(`,${JSON.stringify(sharedFields(row, names)).slice(1, -1)},"${firstTime}":`)
}
