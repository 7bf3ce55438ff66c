/**
 * Tickets as lists, headers and events show them, written as JSON while they are read. SQLite writes most of it, a line for
 * each ticket, and hands over all lines as one text: the driver takes longer for the columns of a row than SQLite to read it.
 */
import type { SendingBlock } from '../contacts/groups/contract'
import { fail } from '../errors'
import { instant } from '../platform/formats'
import { getOrMake } from '../platform/maps'
import { type Condition, type Db, statement } from '../platform/sqlite'
import { createUtf8Writer, type Utf8Writer } from '../platform/utf8'
import type { TicketStatus, TicketSummary } from './contract'
import { type Names, namesIn } from './names'

/** Tickets in their order. */
export type TicketLines = {
  /** The first fields of each, as they are shown, a JSON object in each line. */
  readonly text: Buffer
  readonly times: readonly Times[]
  /** JSON of an `Alike` for each. */
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

/** What many tickets have alike. */
type Alike = readonly [
  status: TicketStatus,
  isGroup: number,
  isBot: number,
  channel: TicketSummary['channel'],
  queueId: number | null,
  userId: number | null,
  connectionId: number,
  markedUnread: number,
  sendingBlocked: SendingBlock | null,
]
const alikeJson =
  'json_array(t.status, t.is_group, t.is_bot, t.channel, t.queue_id, t.user_id, t.connection_id, t.marked_unread, t.sending_blocked)'

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

/** The first `most`, with commas between them. */
export function writeSummaries(page: Utf8Writer, db: Db, { text, times, alike }: TicketLines, most: number) {
  const shown = times.slice(0, most)
  const [alikeOf, tags] = [alikeIn(db), tagsOf(db, shown)]
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

const NEWLINE = '\n'.charCodeAt(0)

export function summarizeTicket(db: Db, id: number): TicketSummary {
  const found = readTickets(db, { sql: 'SELECT ? AS id', params: [id] })
  if (found.times.length === 0) fail('ERR_NO_TICKET_FOUND')
  const json = createUtf8Writer(2 * found.text.length + 1000)
  writeSummaries(json, db, found, 1)
  return JSON.parse(json.whole().toString()) as TicketSummary // its fields are named here
}

/** Fields of a summary that SQLite does not write; kept, because most tickets of a company share them with others. */
function alikeIn(db: Db): (alike: string) => string {
  const names = namesIn(db)
  const known = getOrMake(kept, names, () => new Map<string, string>())
  if (known.size > MOST_KEPT) known.clear()
  const write = (alike: string) => {
    const [status, isGroup, isBot, channel, queueId, userId, connectionId, markedUnread, sendingBlocked] = JSON.parse(
      alike,
    ) as Alike // written by `alikeJson`
    const fields = {
      status,
      isGroup: isGroup === 1,
      isBot: isBot === 1,
      channel,
      queueId,
      queue: queueId === null ? null : names.queue(queueId),
      userId,
      user: userId === null ? null : names.user(userId),
      whatsappId: connectionId,
      whatsapp: names.connection(connectionId),
      isMarkUnread: markedUnread === 1,
      sendingBlocked,
    } satisfies Partial<TicketSummary>
    return `,${JSON.stringify(fields).slice(1, -1)},"createdAt":`
  }
  return (alike) => getOrMake(known, alike, () => write(alike))
}

const kept = new WeakMap<Names, Map<string, string>>()
const MOST_KEPT = 300

const instantJson = (ms: number | null): string => (ms === null ? 'null' : `"${instant(ms)}"`)

type Tags = ReadonlyMap<number, TicketSummary['tags']>
const noTags: Tags = new Map()

function tagsOf(db: Db, shown: readonly Times[]): Tags {
  const anyTag = statement(db.$client, 'SELECT 1 FROM ticket_tags LIMIT 1').get()
  if (!anyTag) return noTags
  const found = statement(
    db.$client,
    'SELECT tt.ticket_id, g.id, g.name, g.color FROM ticket_tags tt JOIN tags g ON g.id = tt.tag_id WHERE tt.ticket_id IN (SELECT value FROM json_each(?)) ORDER BY g.name',
  ).all(JSON.stringify(shown.map(([id]) => id))) as { ticket_id: number; id: number; name: string; color: string }[] // the columns are listed
  const tags = new Map<number, TicketSummary['tags']>()
  for (const { ticket_id, ...tag } of found) getOrMake(tags, ticket_id, () => []).push(tag)
  return tags
}
