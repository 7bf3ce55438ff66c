/**
 * The fields of a ticket's summary: `summaries.ts` reads one ticket with them, `lines.ts` writes a page. Add a field of
 * the ticket itself to `TicketCore` and to one of the three lists here; if one is missing, the compiler reports it
 * where `summaries.ts` returns. `code` is derived from others. Modules add their fields with `ticketFields`
 * (`fields.ts`).
 */
import type { SendingBlock } from '../../contacts/groups/contract'
import { usernameOfContact } from '../../contacts/usernames'
import { jsonObject } from '../../platform/sql-json'
import type { HeardMessage, LastMessage, TicketStatus, TicketSummary } from '../contract'
import type { Names } from './names'

/** SQL columns of ticket `t` and contact `c` that SQLite writes as JSON. */
type FieldSql<T> = { readonly [F in keyof T]: string }

const contact: FieldSql<TicketSummary['contact']> = {
  id: 'c.id',
  name: 'c.name',
  number: 'c.number',
  username: usernameOfContact('c.id'),
  profilePicUrl: 'c.picture_url',
}

/** Looked up only if no user of ours wrote the last message. */
const origin: FieldSql<NonNullable<LastMessage['origin']>> = {
  by: "m.extra ->> '$.origin.by'",
  name: "m.extra ->> '$.origin.name'",
}
const lastOrigin = `(SELECT ${jsonObject(origin)} FROM messages m WHERE m.id = t.last_message_id AND ${origin.by} IS NOT NULL)`

const last: FieldSql<Omit<LastMessage, keyof LastState>> = {
  id: 't.last_message_id',
  body: 't.last_message',
  mediaType: 't.last_kind',
  author: 't.last_author',
  origin: `iif(t.last_from_me = 1 AND t.last_author IS NULL, json(${lastOrigin}), NULL)`,
}

/** Long texts are cut: a row shows their beginning. */
const HEARD = 200
const heard: FieldSql<HeardMessage> = {
  id: 'm.id',
  body: `substr(iif(m.body = '', ifnull(m.media ->> '$.name', ''), m.body), 1, ${HEARD})`,
  mediaType: 'm.kind',
}

/** The other fields of the last message, as one number, because few values of it occur. */
export const lastState = 't.last_from_me + 2 * t.last_deleted + 4 * t.last_ack'
type LastState = Pick<LastMessage, 'fromMe' | 'ack' | 'isDeleted'>
export const readLastState = (state: number): LastState => ({
  fromMe: (state & 1) === 1,
  ack: state >> 2,
  isDeleted: (state & 2) === 2,
})

/** Fields that belong to the ticket alone; `last` is the last one, and incomplete without its `lastState`. */
export const ownFields = {
  id: 't.id',
  uuid: 't.uuid',
  contactId: 't.contact_id',
  contact: jsonObject(contact),
  lastMessage: 't.last_message',
  unreadMessages: 't.unread',
  heard: `iif(t.status = 'pending' AND t.last_from_me = 1 AND t.is_group = 0, json((SELECT ${jsonObject(heard)} FROM messages m WHERE m.id = t.heard_id AND m.is_deleted = 0)), NULL)`,
  last: `iif(t.last_kind IS NULL OR t.last_message_id IS NULL, NULL, ${jsonObject(last)})`,
} as const satisfies Partial<FieldSql<TicketSummary>>

/** Instants: columns with epoch milliseconds. */
export const timeFields = {
  updatedAt: 't.updated_at', // these two first: the next page continues after one of them
  waitingSince: `iif(t.is_bot = 1 AND t.status = 'pending', NULL, t.waiting_since)`,
  createdAt: 't.created_at',
  closedAt: 't.closed_at',
  lastMessageAt: 'iif(t.last_message_at = 0, t.created_at, t.last_message_at)',
} as const satisfies Partial<FieldSql<TicketSummary>>

/**
 * Values that many tickets of a company share. Their fields are derived from these columns only, so a page writes equal
 * ones once.
 */
export type SharedFields = {
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
} satisfies Record<keyof SharedFields, true>)

export const sharedFields = (row: SharedFields, names: Names) =>
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
