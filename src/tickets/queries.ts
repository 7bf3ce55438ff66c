import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Actor } from '../actor'
import { findContactOrFail } from '../contacts/queries'
import type { Contact } from '../contacts/tables'
import { hasTypedNumber } from '../contacts/typed-numbers'
import { fail } from '../errors'
import { finder } from '../platform/finder'
import { getColumn, getRow } from '../platform/sql'
import { type Condition, type Db, prepared, statement } from '../platform/sqlite'
import { type Ticket, tickets } from './tables'
import { canSee, visibleTo } from './visibility'

export const { find: findTicket } = finder(tickets, 'ERR_NO_TICKET_FOUND')

/** Whether this user sees a conversation with the contact, or with the group and so its members. */
export function seesContact(db: Db, actor: Actor, contactId: number): boolean {
  return visibleTo(actor).sql === '1' || hasConversation(db, actor, contactId)
}

function hasConversation(db: Db, actor: Actor, contactId: number): boolean {
  const { sql, params } = visibleTo(actor)
  const found = statement(db.$client, `SELECT 1 FROM tickets t WHERE t.contact_id = ? AND ${sql} LIMIT 1`)
  return found.get(contactId, ...params) !== undefined
}

/**
 * A contact this user may open, change or write to. A group requires a conversation they see; so do people where the
 * company limits users to known contacts, except those whose full number the user typed.
 */
export function findContactKnownTo(db: Db, actor: Actor, id: number): Contact {
  const contact = findContactOrFail(db, id)
  const isKnown = actor.onlyKnownContacts
    ? hasConversation(db, actor, id) || hasTypedNumber(db, actor, id)
    : !contact.isGroup || seesContact(db, actor, id)
  return isKnown ? contact : fail('ERR_NO_CONTACT_FOUND')
}

/** The condition that this user sees a conversation with the contact in column `id`. */
export const hasTicketFor = (actor: Actor, id: string): Condition => {
  const { sql, params } = visibleTo(actor)
  return { sql: `EXISTS (SELECT 1 FROM tickets t WHERE t.contact_id = ${id} AND ${sql})`, params }
}

/** Contacts are taken from this many latest tickets: taking them from all tickets takes a quarter of a second. */
const RECENT = 20_000
/** The contacts this user has recently talked to. */
export function recentContactsOf(db: Db, actor: Actor): number[] {
  const { sql, params } = visibleTo(actor)
  const recent = `SELECT * FROM tickets ORDER BY updated_at DESC, id DESC LIMIT ${RECENT}`
  return getColumn<number>(db, `SELECT DISTINCT contact_id FROM (${recent}) t WHERE ${sql}`, params)
}

/** Fails with "not found" if the user may not see the ticket. */
export function findVisibleTicket(db: Db, actor: Actor, id: number): Ticket {
  const ticket = findTicket(db, id)
  return ticket && canSee(actor, ticket) ? ticket : fail('ERR_NO_TICKET_FOUND')
}

/** The columns needed to read a ticket's messages, which every page loads. */
export type TicketToRead = Pick<
  Ticket,
  'id' | 'contactId' | 'connectionId' | 'queueId' | 'userId' | 'isGroup' | 'unread' | 'markedUnread'
>
export type OpenTicketToRead = TicketToRead & Pick<Ticket, 'createdAt' | 'closedAt'> & { readonly contactName: string }

export function findVisibleConversation(db: Db, actor: Actor, id: number): OpenTicketToRead {
  const found = findConversation(db, id)
  return found && canSee(actor, found) ? found : fail('ERR_NO_TICKET_FOUND')
}

type ConversationRow = Omit<OpenTicketToRead, 'id' | 'isGroup' | 'markedUnread'> & {
  readonly isGroup: number
  readonly markedUnread: number
}

/** Bypasses the query builder, whose row mapping costs three times the query. */
function findConversation(db: Db, id: number): OpenTicketToRead | undefined {
  const row = getRow<ConversationRow>(
    db,
    `SELECT t.contact_id AS contactId, t.connection_id AS connectionId, t.queue_id AS queueId, t.user_id AS userId, t.is_group AS isGroup,
       t.unread, t.marked_unread AS markedUnread, t.created_at AS createdAt, t.closed_at AS closedAt, c.name AS contactName
     FROM tickets t JOIN contacts c ON c.id = t.contact_id WHERE t.id = (? + 0)`,
    id,
  )
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

/** On any connection, latest first. */
export const listActiveTickets = (db: Db, contactId: number): Ticket[] =>
  db
    .select()
    .from(tickets)
    .where(and(eq(tickets.contactId, contactId), ne(tickets.status, 'closed')))
    .orderBy(desc(tickets.updatedAt))
    .all()
