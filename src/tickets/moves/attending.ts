/** Finds the attendant of a ticket and the ticket in which a user may act, and refuses others with an error that names the attendant. */

import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Db } from '../../platform/sqlite'
import { findQueue } from '../../queues/queries'
import { findUser } from '../../users/people'
import { mayAttend, mayUseConnection } from '../../users/permissions'
import type { OpenTicket, TicketHolder } from '../contract'
import { findActiveTicket, listActiveTickets } from '../queries'
import type { Ticket } from '../tables'
import { canSee, mayWriteIn } from '../visibility'

/** Refuses users who may only read the ticket. */
export function requireAttending(db: Db, actor: Actor, ticket: Ticket) {
  if (!mayAttend(actor, ticket)) fail('ERR_NO_PERMISSION', holderOf(db, ticket))
}

/** For actions that the contact notices, the ticket must be open, too. */
export function requireAnswerable(db: Db, actor: Actor, ticket: Ticket) {
  if (ticket.status !== 'open') fail('ERR_TICKET_NOT_OPEN')
  requireAttending(db, actor, ticket)
}

/**
 * The ticket for an action on a message, whichever ticket it was written in: the contact's open one on the message's
 * connection.
 */
export function findAnswerable(
  db: Db,
  actor: Actor,
  { contactId, connectionId }: Pick<Ticket, 'contactId' | 'connectionId'>,
): Ticket {
  const ticket = findActiveTicket(db, contactId, connectionId)
  if (!ticket || !canSee(actor, ticket)) return fail('ERR_TICKET_NOT_OPEN')
  requireAnswerable(db, actor, ticket)
  return ticket
}

/** One of the contact's active tickets to write in, else one that prevents opening another. */
export function findActiveFor(
  db: Db,
  actor: Actor,
  contactId: number,
  counts: (ticket: Ticket) => boolean = () => true,
): { readonly ticket: Ticket; readonly mayWrite: boolean } | undefined {
  const active = listActiveTickets(db, contactId).filter(counts)
  const usable = active.find((ticket) => mayUseConnection(actor, ticket.connectionId) && mayWriteIn(actor, ticket))
  const ticket = usable ?? active[0]
  return ticket && { ticket, mayWrite: ticket === usable }
}

/** The same in the form of the error's details. */
export function describeActiveFor(db: Db, actor: Actor, contactId: number): OpenTicket {
  const active = findActiveFor(db, actor, contactId)
  if (!active) return { exists: false, ticket: null, mayWrite: true, maySee: false }
  const { ticket, mayWrite } = active
  return { exists: true, ticket: holderOf(db, ticket), mayWrite, maySee: canSee(actor, ticket) }
}

/** The attendant and queue of an active ticket. */
export function holderOf(db: Db, ticket: Ticket): TicketHolder {
  const user = ticket.userId === null ? undefined : findUser(db, ticket.userId)
  const queue = ticket.queueId === null ? undefined : findQueue(db, ticket.queueId)
  return {
    ticketId: ticket.id,
    uuid: ticket.uuid,
    user: user ? { id: user.id, name: user.name } : null,
    queue: queue ? { id: queue.id, name: queue.name } : null,
  }
}
