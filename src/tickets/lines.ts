/**
 * A page of tickets as SQLite writes it: JSON with a line for each ticket, and all lines as one text. The driver takes longer
 * for the columns of a row than SQLite to read it; a ticket alone is cheaper as a row (`summaries.ts`).
 */
import { instant } from '../platform/formats'
import { getOrMake } from '../platform/maps'
import { type Condition, type Db, statement } from '../platform/sqlite'
import type { Utf8Writer } from '../platform/utf8'
import { type Names, namesIn } from './names'
import { type Alike, alikeFields, tagsOf } from './summaries'

/** Tickets in their order. */
export type TicketLines = {
  /** The first fields of each summary, as they are shown, an object in each line. */
  readonly text: Buffer
  readonly times: readonly Times[]
  /** JSON of the values of an `Alike` for each. */
  readonly alike: readonly string[]
}

export type Times = readonly [
  id: number,
  createdAt: number,
  updatedAt: number,
  waitingSince: number | null,
  closedAt: number | null,
]
const timesJson = 'json_array(t.id, t.created_at, t.updated_at, t.waiting_since, t.closed_at)'

const alikeColumns = Object.keys({
  status: true,
  is_group: true,
  is_bot: true,
  channel: true,
  connection_id: true,
  queue_id: true,
  user_id: true,
  marked_unread: true,
  sending_blocked: true,
} satisfies Record<keyof Alike, true>)
const alikeJson = `json_array(${alikeColumns.map((column) => `t.${column}`).join(', ')})`

const isTrue = (column: string) => `iif(${column}, json('true'), json('false'))`

const lastJson = `json_object('id', t.last_message_id, 'body', t.last_message, 'fromMe', ${isTrue('t.last_from_me')}, 'ack', t.last_ack,
  'mediaType', t.last_kind, 'author', t.last_author, 'isDeleted', ${isTrue('t.last_deleted')})`

const firstJson = `json_object('id', t.id, 'uuid', t.uuid, 'contactId', t.contact_id,
  'contact', json_object('id', c.id, 'name', c.name, 'number', c.number, 'profilePicUrl', c.picture_url), 'lastMessage', t.last_message,
  'last', iif(t.last_kind IS NULL OR t.last_message_id IS NULL, NULL, ${lastJson}), 'unreadMessages', t.unread)`

/** The tickets whose ids are selected as `id`, in that order: the join runs over those rows alone. */
export function readTickets(db: Db, { sql, params }: Condition): TicketLines {
  const [text, times, alike] = statement(
    db.$client,
    `SELECT CAST(group_concat(${firstJson}, '\n,') AS BLOB), group_concat(${timesJson}), group_concat(${alikeJson}, '\n')
     FROM (${sql}) chosen CROSS JOIN tickets t ON t.id = chosen.id CROSS JOIN contacts c ON c.id = t.contact_id`,
  )
    .raw()
    .get(...params) as [Buffer, string, string] | [null, null, null] // in the order of the statement; null without tickets
  if (text === null) return { text: Buffer.alloc(0), times: [], alike: [] }
  return { text, times: JSON.parse(`[${times}]`) as Times[], alike: alike.split('\n') } // written by `timesJson`
}

const NEWLINE = '\n'.charCodeAt(0)

/** Summaries of the first `most`, with commas between them. */
export function writeSummaries(page: Utf8Writer, db: Db, { text, times, alike }: TicketLines, most: number) {
  const shown = times.slice(0, most)
  const ids = shown.map(([id]) => id)
  const [alikeOf, tags] = [alikeIn(namesIn(db)), tagsOf(db, ids)]
  let start = 0
  shown.forEach(([id, createdAt, updatedAt, waitingSince, closedAt], n) => {
    const newline = text.indexOf(NEWLINE, start)
    const end = newline < 0 ? text.length : newline
    page.copy(text, start, end - '}'.length)
    start = end + '\n'.length // the comma goes with the next
    page.text(alikeOf(alike[n] ?? ''))
    page.instant(createdAt)
    page.text(',"updatedAt":')
    page.instant(updatedAt)
    page.text(
      `,"waitingSince":${instantJson(waitingSince)},"closedAt":${instantJson(closedAt)},"tags":${JSON.stringify(tags.get(id) ?? [])}}`,
    )
  })
}

const instantJson = (ms: number | null): string => (ms === null ? 'null' : `"${instant(ms)}"`)

/** Kept as they are written, because most tickets of a company share them with others. */
function alikeIn(names: Names): (alike: string) => string {
  const known = getOrMake(kept, names, () => new Map<string, string>())
  if (known.size > MOST_KEPT) known.clear()
  return (alike) => getOrMake(known, alike, () => writeAlike(alike, names))
}
const kept = new WeakMap<Names, Map<string, string>>()
const MOST_KEPT = 300

function writeAlike(alike: string, names: Names): string {
  const values = JSON.parse(alike) as unknown[] // written by `alikeJson`
  const row = Object.fromEntries(alikeColumns.map((column, n) => [column, values[n]])) as Alike // these are its columns
  return `,${JSON.stringify(alikeFields(row, names)).slice(1, -1)},"createdAt":`
}
