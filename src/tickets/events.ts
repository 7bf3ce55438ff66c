/** Domain events of tickets. Not emitted for imported messages. */
import type { Actor } from '../actor'
import type { Referral } from '../channels/contract'
import { defineDomainEvent } from '../platform/extensions'
import type { Ticket } from './tables'
import type { Change, Move } from './ticket'

/** `userId`: who opened it; null if the contact did, whose first message is already stored. */
export const ticketOpened = defineDomainEvent<{ readonly ticket: Ticket; readonly userId: number | null }>(
  'ticket.opened',
)

/** Marking as unread is not a real move. */
export type RealMove = Exclude<Move, { want: 'mark' }>

/** `actor` is null if nobody did it, such as when an idle ticket is closed. */
export type Moving = {
  readonly ticket: Ticket
  readonly change: Change
  readonly move: RealMove
  readonly actor: Actor | null
}
export type TicketMove = {
  readonly before: Ticket
  readonly after: Ticket
  readonly move: RealMove
  readonly actor: Actor | null
}

/** The move is allowed and about to be stored: the place for a last message to the contact. */
export const ticketMoving = defineDomainEvent<Moving>('ticket.moving')
/** Accepted, returned, transferred, transferred back or reopened. */
export const ticketMoved = defineDomainEvent<TicketMove>('ticket.moved')
export const ticketClosed = defineDomainEvent<TicketMove>('ticket.closed')
/**
 * The ticket starts to wait for attendants, in its queue if it has one: it was opened without a bot, the bot handed it
 * over, or it was transferred to a queue only. Not when its attendant returns it, and not for groups.
 */
export const ticketWaiting = defineDomainEvent<{ readonly ticket: Ticket }>('ticket.waiting')
/** A contact's message says what led to it. In the message's transaction, before anything is announced. */
export const ticketReferred = defineDomainEvent<{
  readonly ticketId: number
  readonly messageId: number
  readonly referral: Referral
  readonly at: number
}>('ticket.referred')
/** Deleted with its messages; the row is gone. */
export const ticketDeleted = defineDomainEvent<{ readonly ticket: Ticket }>('ticket.deleted')
/** A person opened a conversation with unread messages, which are read now. */
export const ticketSeen = defineDomainEvent<{ readonly ticketId: number; readonly userId: number }>('ticket.seen')
