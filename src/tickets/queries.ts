import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Actor } from '../actor'
import { fail } from '../errors'
import { instant, instantOrNull } from '../platform/formats'
import { type Db, prepared, statement } from '../platform/sqlite'
import type { LastMessage, TicketStatus, TicketSummary } from './contract'
import { type Ticket, tickets } from './tables'
import { canSee } from './visibility'

const ticketById = (db: Db) =>
  db
    .select()
    .from(tickets)
    .where(eq(tickets.id, sql.placeholder('id')))
    .prepare()
export const findTicket = (db: Db, id: number): Ticket | undefined => prepared(db, ticketById).get({ id })

/** Not allowed to see is not found. */
export function findVisibleTicket(db: Db, actor: Actor, id: number): Ticket {
  const ticket = findTicket(db, id)
  return ticket && canSee(actor, ticket) ? ticket : fail('ERR_NO_TICKET_FOUND')
}

export function findVisibleTicketByUuid(db: Db, actor: Actor, uuid: string): Ticket {
  const ticket = db.select().from(tickets).where(eq(tickets.uuid, uuid)).get()
  return ticket && canSee(actor, ticket) ? ticket : fail('ERR_NO_TICKET_FOUND')
}

const activeOf = (db: Db) =>
  db
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.contactId, sql.placeholder('contactId')),
        eq(tickets.connectionId, sql.placeholder('connectionId')),
        ne(tickets.status, sql`'closed'`),
      ),
    )
    .prepare()
export const findActiveTicket = (db: Db, contactId: number, connectionId: number): Ticket | undefined =>
  prepared(db, activeOf).get({ contactId, connectionId })

export const findAnyActiveTicket = (db: Db, contactId: number): Ticket | undefined =>
  db
    .select()
    .from(tickets)
    .where(and(eq(tickets.contactId, contactId), ne(tickets.status, 'closed')))
    .orderBy(desc(tickets.updatedAt))
    .get()

type Row = {
  id: number
  uuid: string
  status: TicketStatus
  is_group: number
  is_bot: number
  channel: TicketSummary['channel']
  contact_id: number
  contact_name: string
  number: string | null
  picture_url: string | null
  connection_id: number
  connection_name: string
  queue_id: number | null
  queue_name: string | null
  queue_color: string | null
  user_id: number | null
  user_name: string | null
  last_message: string
  last_kind: string | null
  last_from_me: number | null
  last_ack: number | null
  last_author: string | null
  tags: string | null
  unread: number
  marked_unread: number
  waiting_since: number | null
  created_at: number
  updated_at: number
  closed_at: number | null
}

/** What a row of the list shows, for the ids an inner select chose; the join runs over those rows alone. */
const summaryColumns = `
  t.id, t.uuid, t.status, t.is_group, t.is_bot, t.channel, t.contact_id, c.name AS contact_name, c.number, c.picture_url,
  t.connection_id, w.name AS connection_name, t.queue_id, q.name AS queue_name, q.color AS queue_color, t.user_id, u.name AS user_name,
  t.last_message, m.kind AS last_kind, m.from_me AS last_from_me, m.ack AS last_ack, coalesce(mu.name, m.author) AS last_author,
  (SELECT json_group_array(json_object('id', g.id, 'name', g.name, 'color', g.color)) FROM ticket_tags tt JOIN tags g ON g.id = tt.tag_id WHERE tt.ticket_id = t.id) AS tags,
  t.unread, t.marked_unread, t.waiting_since, t.created_at, t.updated_at, t.closed_at`
const summaryJoins = `
  JOIN contacts c ON c.id = t.contact_id
  JOIN connections w ON w.id = t.connection_id
  LEFT JOIN queues q ON q.id = t.queue_id
  LEFT JOIN users u ON u.id = t.user_id
  LEFT JOIN messages m ON m.id = t.last_message_id
  LEFT JOIN users mu ON mu.id = m.user_id`

/** Summaries of the tickets whose ids `inner` selects as `id`, in the order of its `updated_at` and `id`. */
export function summariesOf(db: Db, inner: string, params: readonly (string | number)[]): TicketSummary[] {
  const sql = `SELECT ${summaryColumns} FROM (${inner}) chosen JOIN tickets t ON t.id = chosen.id ${summaryJoins} ORDER BY t.updated_at DESC, t.id DESC`
  return (statement(db.$client, sql).all(...params) as Row[]).map(summaryOf) // the columns are listed above
}

export function summarizeTicket(db: Db, id: number): TicketSummary {
  return summariesOf(db, 'SELECT ? AS id', [id])[0] ?? fail('ERR_NO_TICKET_FOUND')
}

function summaryOf(row: Row): TicketSummary {
  return {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    isGroup: row.is_group === 1,
    isBot: row.is_bot === 1,
    channel: row.channel,
    queueId: row.queue_id,
    queue:
      row.queue_id === null ? null : { id: row.queue_id, name: row.queue_name ?? '', color: row.queue_color ?? '' },
    userId: row.user_id,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    contactId: row.contact_id,
    contact: { id: row.contact_id, name: row.contact_name, number: row.number, profilePicUrl: row.picture_url },
    whatsappId: row.connection_id,
    whatsapp: { id: row.connection_id, name: row.connection_name },
    tags: row.tags === '[]' || row.tags === null ? [] : (JSON.parse(row.tags) as TicketSummary['tags']), // made by the query above
    lastMessage: row.last_message,
    last: lastOf(row),
    unreadMessages: row.unread,
    isMarkUnread: row.marked_unread === 1,
    waitingSince: instantOrNull(row.waiting_since),
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
    closedAt: instantOrNull(row.closed_at),
  }
}

function lastOf(row: Row): LastMessage | null {
  if (row.last_kind === null) return null
  return {
    body: row.last_message,
    fromMe: row.last_from_me === 1,
    ack: row.last_ack ?? 0,
    mediaType: row.last_kind,
    author: row.last_author,
  }
}
