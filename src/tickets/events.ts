/** What happens to tickets. Not for imported history. */
import type { Actor } from '../actor'
import { defineDomainEvent } from '../platform/extensions'
import type { Ticket } from './tables'
import type { Change, Move } from './ticket'

/** `userId`: who opened it; null: the contact, who wrote. That first message is stored. */
export const ticketOpened = defineDomainEvent<{ readonly ticket: Ticket; readonly userId: number | null }>(
  'ticket.opened',
)

/** A mark as unread moves nothing. */
export type RealMove = Exclude<Move, { want: 'mark' }>

/** `actor`: null when nobody did it, such as a ticket that was closed because nothing happened on it. */
export type Moving = {
  readonly ticket: Ticket
  readonly change: Change
  readonly move: RealMove
  readonly actor: Actor | null
}
export type Moved = {
  readonly before: Ticket
  readonly after: Ticket
  readonly move: RealMove
  readonly actor: Actor | null
}

/** It is allowed and about to be stored: the place for a last word to the contact. */
export const ticketMoving = defineDomainEvent<Moving>('ticket.moving')
/** Accepted, returned, transferred, transferred back or reopened. */
export const ticketMoved = defineDomainEvent<Moved>('ticket.moved')
export const ticketClosed = defineDomainEvent<Moved>('ticket.closed')
/**
 * It begins to wait for people, in its queue if it has one: it came in without a bot, the bot has left it to them or somebody
 * transferred it to a queue alone. Not when its attendant returns it, and not for groups.
 */
export const ticketWaiting = defineDomainEvent<{ readonly ticket: Ticket }>('ticket.waiting')
/** With its messages. The row is gone. */
export const ticketDeleted = defineDomainEvent<{ readonly ticket: Ticket }>('ticket.deleted')
