import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Actor } from '../actor'
import type { SendingBlock } from '../contacts/groups/contract'
import { findVisibleContact } from '../contacts/groups/detail'
import type { Contact } from '../contacts/tables'
import { fail } from '../errors'
import { instant, instantOrNull } from '../platform/formats'
import { getOrMake } from '../platform/maps'
import { type Condition, type Db, prepared, statement } from '../platform/sqlite'
import type { LastMessage, TicketStatus, TicketSummary } from './contract'
import { type Names, namesIn } from './names'
import { type Ticket, tickets } from './tables'
import { canSee, visibleTo } from './visibility'

const ticketById = (db: Db) =>
  db
    .select()
    .from(tickets)
    .where(eq(tickets.id, sql.placeholder('id')))
    .prepare()
export const findTicket = (db: Db, id: number): Ticket | undefined => prepared(db, ticketById).get({ id })

/** Whether this person sees a conversation with the contact; for a group this includes its members. */
export function seesContact(db: Db, actor: Actor, contactId: number): boolean {
  const { sql, params } = visibleTo(actor)
  if (sql === '1') return true
  const found = statement(db.$client, `SELECT 1 FROM tickets t WHERE t.contact_id = ? AND ${sql} LIMIT 1`)
  return found.get(contactId, ...params) !== undefined
}

/** A contact this person may open a conversation with. */
export const findContactKnownTo = (db: Db, actor: Actor, id: number): Contact =>
  findVisibleContact(db, id, (groupId) => seesContact(db, actor, groupId))

/** The condition that the contact in the column `id` has never had a conversation. */
export const hasNoTicket = (id: string): Condition => ({
  sql: `NOT EXISTS (SELECT 1 FROM tickets WHERE tickets.contact_id = ${id})`,
  params: [],
})

/** A ticket one may not see is not found. */
export function findVisibleTicket(db: Db, actor: Actor, id: number): Ticket {
  const ticket = findTicket(db, id)
  return ticket && canSee(actor, ticket) ? ticket : fail('ERR_NO_TICKET_FOUND')
}

/** What reading needs of a ticket: every page of messages asks for it. */
export type Conversation = Pick<
  Ticket,
  'id' | 'contactId' | 'connectionId' | 'queueId' | 'userId' | 'isGroup' | 'unread' | 'markedUnread'
>
export type OpenConversation = Conversation & Pick<Ticket, 'createdAt' | 'closedAt'> & { readonly contactName: string }

export function findVisibleConversation(db: Db, actor: Actor, id: number): OpenConversation {
  const found = findConversation(db, id)
  return found && canSee(actor, found) ? found : fail('ERR_NO_TICKET_FOUND')
}

type ConversationRow = Omit<OpenConversation, 'id' | 'isGroup' | 'markedUnread'> & {
  readonly isGroup: number
  readonly markedUnread: number
}

/** Past the query builder, whose mapping of a row costs three times the query. */
function findConversation(db: Db, id: number): OpenConversation | undefined {
  const row = statement(
    db.$client,
    `SELECT t.contact_id AS contactId, t.connection_id AS connectionId, t.queue_id AS queueId, t.user_id AS userId, t.is_group AS isGroup,
       t.unread, t.marked_unread AS markedUnread, t.created_at AS createdAt, t.closed_at AS closedAt, c.name AS contactName
     FROM tickets t JOIN contacts c ON c.id = t.contact_id WHERE t.id = (? + 0)`,
  ).get(id) as ConversationRow | undefined // the columns are listed
  return row && { ...row, id, isGroup: row.isGroup === 1, markedUnread: row.markedUnread === 1 }
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

/** On any connection, the latest first. */
export const listActiveTickets = (db: Db, contactId: number): Ticket[] =>
  db
    .select()
    .from(tickets)
    .where(and(eq(tickets.contactId, contactId), ne(tickets.status, 'closed')))
    .orderBy(desc(tickets.updatedAt))
    .all()
export const findAnyActiveTicket = (db: Db, contactId: number): Ticket | undefined =>
  listActiveTickets(db, contactId)[0]

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
  queue_id: number | null
  user_id: number | null
  last_message: string
  last_message_id: number | null
  last_kind: string | null
  last_from_me: number
  last_ack: number
  last_author: string | null
  last_deleted: number
  unread: number
  marked_unread: number
  sending_blocked: SendingBlock | null
  waiting_since: number | null
  created_at: number
  updated_at: number
  closed_at: number | null
}

const summaryColumns = `t.id, t.uuid, t.status, t.is_group, t.is_bot, t.channel, t.contact_id, c.name AS contact_name, c.number, c.picture_url, t.connection_id,
  t.queue_id, t.user_id, t.last_message, t.last_message_id, t.last_kind, t.last_from_me, t.last_ack, t.last_author, t.last_deleted, t.unread, t.marked_unread, t.sending_blocked, t.waiting_since, t.created_at, t.updated_at, t.closed_at`

/** Summaries of the tickets whose ids `inner` selects as `id`, newest first: the join runs over those rows alone. */
export function summariesOf(db: Db, inner: string, params: readonly (string | number)[]): TicketSummary[] {
  const sql = `SELECT ${summaryColumns} FROM (${inner}) chosen JOIN tickets t ON t.id = chosen.id JOIN contacts c ON c.id = t.contact_id`
  const rows = statement(db.$client, sql).all(...params) as Row[] // the columns are listed
  rows.sort((a, b) => b.updated_at - a.updated_at || b.id - a.id) // nearly sorted already; an ORDER BY would sort whole rows
  const names = namesIn(db)
  const tags = tagsOf(db, rows)
  return rows.map((row) => summaryOf(row, names, tags))
}

export function summarizeTicket(db: Db, id: number): TicketSummary {
  return summariesOf(db, 'SELECT ? AS id', [id])[0] ?? fail('ERR_NO_TICKET_FOUND')
}

type Tags = ReadonlyMap<number, TicketSummary['tags']>
const noTags: Tags = new Map()

function tagsOf(db: Db, rows: readonly Row[]): Tags {
  const anyTag = statement(db.$client, 'SELECT 1 FROM ticket_tags LIMIT 1').get()
  if (!anyTag) return noTags
  const found = statement(
    db.$client,
    'SELECT tt.ticket_id, g.id, g.name, g.color FROM ticket_tags tt JOIN tags g ON g.id = tt.tag_id WHERE tt.ticket_id IN (SELECT value FROM json_each(?)) ORDER BY g.name',
  ).all(JSON.stringify(rows.map(({ id }) => id))) as { ticket_id: number; id: number; name: string; color: string }[] // the columns are listed
  const tags = new Map<number, TicketSummary['tags']>()
  for (const { ticket_id, ...tag } of found) getOrMake(tags, ticket_id, () => []).push(tag)
  return tags
}

function summaryOf(row: Row, names: Names, tags: Tags): TicketSummary {
  return {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    isGroup: row.is_group === 1,
    isBot: row.is_bot === 1,
    channel: row.channel,
    queueId: row.queue_id,
    queue: row.queue_id === null ? null : names.queue(row.queue_id),
    userId: row.user_id,
    user: row.user_id === null ? null : names.user(row.user_id),
    contactId: row.contact_id,
    contact: { id: row.contact_id, name: row.contact_name, number: row.number, profilePicUrl: row.picture_url },
    whatsappId: row.connection_id,
    whatsapp: names.connection(row.connection_id),
    tags: tags.get(row.id) ?? [],
    lastMessage: row.last_message,
    last: lastOf(row),
    unreadMessages: row.unread,
    isMarkUnread: row.marked_unread === 1,
    sendingBlocked: row.sending_blocked,
    waitingSince: instantOrNull(row.waiting_since),
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
    closedAt: instantOrNull(row.closed_at),
  }
}

function lastOf(row: Row): LastMessage | null {
  if (row.last_kind === null || row.last_message_id === null) return null
  return {
    id: row.last_message_id,
    body: row.last_message,
    fromMe: row.last_from_me === 1,
    ack: row.last_ack,
    mediaType: row.last_kind,
    author: row.last_author,
    isDeleted: row.last_deleted === 1,
  }
}
