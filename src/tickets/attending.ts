/** Who has a ticket, and the refusal that names them to others. */

import { findUser } from '../access/people'
import { mayAttend } from '../access/permissions'
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { Db } from '../platform/sqlite'
import { findQueue } from '../queues/queries'
import type { TicketHolder } from './contract'
import { findActiveTicket } from './queries'
import type { Ticket } from './tables'

/** Refuses whatever the contact would notice, from anybody who may only read the ticket. */
export function demandAttending(db: Db, actor: Actor, ticket: Ticket) {
  if (!mayAttend(actor, ticket)) fail('ERR_NO_PERMISSION', holderOf(db, ticket))
}

/** The same for the contact's ticket of now: the message itself may be of an earlier one. */
export function demandAttendingContact(
  db: Db,
  actor: Actor,
  { contactId, connectionId }: Pick<Ticket, 'contactId' | 'connectionId'>,
) {
  const ticket = findActiveTicket(db, contactId, connectionId)
  if (ticket) demandAttending(db, actor, ticket)
}

/** Who has the active ticket, and in which queue it is. */
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
