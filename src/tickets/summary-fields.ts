/**
 * The fields of a ticket's summary, each told once: `summaries.ts` reads one ticket by them, `lines.ts` writes a page. A field
 * is added to `TicketSummary` and to one of the four lists here; the compiler names a field that is in none of them. Only `code`
 * follows from others.
 */
import type { SendingBlock } from '../contacts/groups/contract'
import { usernameOfContact } from '../contacts/usernames'
import { getOrMake } from '../platform/maps'
import { jsonBoolean, jsonObject } from '../platform/sql-json'
import { type Db, mayHold, statement } from '../platform/sqlite'
import type { LastMessage, TicketStatus, TicketSummary } from './contract'
import type { Names } from './names'

/** Columns of the ticket `t` and its contact `c`, as SQL that SQLite writes as JSON. */
type Written<T> = { readonly [F in keyof T]: string }

const contact: Written<TicketSummary['contact']> = {
  id: 'c.id',
  name: 'c.name',
  number: 'c.number',
  username: usernameOfContact('c.id'),
  profilePicUrl: 'c.picture_url',
}

/** Looked up only where no person of ours wrote the last message. */
const ofOrigin = (what: 'by' | 'name') =>
  `(SELECT m.extra ->> '$.origin.${what}' FROM messages m WHERE m.id = t.last_message_id)`
const origin: Written<NonNullable<LastMessage['origin']>> = { by: ofOrigin('by'), name: ofOrigin('name') }

const last: Written<LastMessage> = {
  id: 't.last_message_id',
  body: 't.last_message',
  fromMe: jsonBoolean('t.last_from_me'),
  ack: 't.last_ack',
  mediaType: 't.last_kind',
  author: 't.last_author',
  origin: `iif(t.last_from_me = 1 AND t.last_author IS NULL AND ${origin.by} IS NOT NULL, ${jsonObject(origin)}, NULL)`,
  isDeleted: jsonBoolean('t.last_deleted'),
}

/** The ticket's own, other than the next. */
export const ownFields = {
  id: 't.id',
  uuid: 't.uuid',
  contactId: 't.contact_id',
  contact: jsonObject(contact),
  lastMessage: 't.last_message',
  last: `iif(t.last_kind IS NULL OR t.last_message_id IS NULL, NULL, ${jsonObject(last)})`,
  unreadMessages: 't.unread',
} as const satisfies Partial<Written<TicketSummary>>

/** Instants: columns with epoch milliseconds. */
export const timeFields = {
  updatedAt: 't.updated_at', // these two first: a page continues behind one of them
  waitingSince: 't.waiting_since',
  createdAt: 't.created_at',
  closedAt: 't.closed_at',
  lastMessageAt: 'iif(t.last_message_at = 0, t.created_at, t.last_message_at)',
} as const satisfies Partial<Written<TicketSummary>>

/** What is shared by many tickets of a company: shown from the values of these columns alone, so that a page writes equal ones once. */
export type Shared = {
  status: TicketStatus
  is_group: number
  is_bot: number
  channel: TicketSummary['channel']
  connection_id: number
  queue_id: number | null
  user_id: number | null
  marked_unread: number
  sending_blocked: SendingBlock | null
}
export const sharedColumns = Object.keys({
  status: true,
  is_group: true,
  is_bot: true,
  channel: true,
  connection_id: true,
  queue_id: true,
  user_id: true,
  marked_unread: true,
  sending_blocked: true,
} satisfies Record<keyof Shared, true>)

export const sharedFields = (row: Shared, names: Names) =>
  ({
    status: row.status,
    isGroup: row.is_group === 1,
    isBot: row.is_bot === 1,
    channel: row.channel,
    queueId: row.queue_id,
    queue: row.queue_id === null ? null : names.queue(row.queue_id),
    userId: row.user_id,
    user: row.user_id === null ? null : names.user(row.user_id),
    whatsappId: row.connection_id,
    whatsapp: names.connection(row.connection_id),
    isMarkUnread: row.marked_unread === 1,
    sendingBlocked: row.sending_blocked,
  }) satisfies Partial<TicketSummary>

/** Rows that hang on a ticket, read for all tickets of a page at once. */
type Attached<T> = { readonly of: (db: Db, ticketIds: readonly number[]) => ReadonlyMap<number, T>; readonly none: T }
type AttachedField = Exclude<
  keyof TicketSummary,
  'code' | keyof typeof ownFields | keyof typeof timeFields | keyof ReturnType<typeof sharedFields>
>

const attachedFields: { readonly [F in AttachedField]: Attached<TicketSummary[F]> } = {
  tags: { of: tagsOf, none: [] },
  hasNotes: { of: notesOf, none: false },
  campaign: { of: campaignsOf, none: null },
}

const [anyTags, anyNotes, anyCampaigns] = [mayHold('ticket_tags'), mayHold('ticket_notes'), mayHold('campaigns')]

type Tags = ReadonlyMap<number, TicketSummary['tags']>
const noTags: Tags = new Map()

/** The tags of each ticket that has any. */
export function tagsOf(db: Db, ticketIds: readonly number[]): Tags {
  if (!anyTags(db)) return noTags
  const found = statement(
    db.$client,
    'SELECT tt.ticket_id, g.id, g.name, g.color FROM ticket_tags tt JOIN tags g ON g.id = tt.tag_id WHERE tt.ticket_id IN (SELECT value FROM json_each(?)) ORDER BY g.name',
  ).all(JSON.stringify(ticketIds)) as { ticket_id: number; id: number; name: string; color: string }[] // the columns are listed
  const tags = new Map<number, TicketSummary['tags']>()
  for (const { ticket_id, ...tag } of found) getOrMake(tags, ticket_id, () => []).push(tag)
  return tags
}

/** Of whose contact there are notes that everybody who sees the ticket may read: not those of other restricted queues. */
function notesOf(db: Db, ticketIds: readonly number[]): ReadonlyMap<number, boolean> {
  if (!anyNotes(db)) return noNotes
  const found = statement(
    db.$client,
    `SELECT t.id FROM json_each(?) chosen CROSS JOIN tickets t ON t.id = chosen.value WHERE EXISTS (
       SELECT 1 FROM ticket_notes n CROSS JOIN tickets o ON o.id = n.ticket_id LEFT JOIN queues q ON q.id = o.queue_id
       WHERE n.contact_id = t.contact_id AND (o.id = t.id OR ifnull(q.is_restricted, 0) = 0 OR o.queue_id = t.queue_id))`,
  )
    .pluck()
    .all(JSON.stringify(ticketIds)) as number[] // ids are integers
  return new Map(found.map((id) => [id, true]))
}
const noNotes: ReadonlyMap<number, boolean> = new Map()

function campaignsOf(db: Db, ticketIds: readonly number[]): ReadonlyMap<number, TicketSummary['campaign']> {
  if (!anyCampaigns(db)) return noCampaigns
  const found = statement(
    db.$client,
    `SELECT d.ticket_id, c.id, c.name FROM json_each(?) chosen CROSS JOIN campaign_deliveries d ON d.ticket_id = chosen.value
       CROSS JOIN campaigns c ON c.id = d.campaign_id ORDER BY d.id`,
  ).all(JSON.stringify(ticketIds)) as { ticket_id: number; id: number; name: string }[] // the columns are listed
  return new Map(found.map(({ ticket_id, ...campaign }) => [ticket_id, campaign]))
}
const noCampaigns: ReadonlyMap<number, TicketSummary['campaign']> = new Map()

const attached = Object.entries(attachedFields)

/** The attached fields of one ticket. */
export function attachedTo(db: Db, id: number): Pick<TicketSummary, AttachedField> {
  const values: Record<string, unknown> = {}
  for (const [name, { of, none }] of attached) values[name] = of(db, [id]).get(id) ?? none
  return values as Pick<TicketSummary, AttachedField> // each has its field
}

/** Those of a page, by ticket, as they follow in its JSON. */
export function writtenAttached(db: Db, ticketIds: readonly number[]): (id: number) => string {
  const fields = written.map(({ of, label, none }) => ({ values: of(db, ticketIds), label, none }))
  if (fields.every(({ values }) => values.size === 0)) return () => noneAttached
  return (id) =>
    fields.map(({ label, values, none }) => (values.has(id) ? label + JSON.stringify(values.get(id)) : none)).join('')
}
const written = attached.map(([name, { of, none }]) => {
  const label = `,"${name}":`
  return { of, label, none: label + JSON.stringify(none) }
})
const noneAttached = written.map(({ none }) => none).join('')
