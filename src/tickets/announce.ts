/** Announces a ticket: users who may see it receive it, users who no longer may receive its deletion. */
import type { Actor } from '../actor'
import type { Cx } from '../platform/cx'
import { type TicketSummary, ticketDeleted, ticketGiven, ticketRead, ticketUpdated } from './contract'
import { summarizeTicket } from './lists/summaries'
import { canSee, type TicketAccess } from './visibility'

/** Returns what it announced, for `announceGiven`. */
export function announceTicket(
  cx: Cx,
  before: TicketAccess | null,
  after: TicketAccess & { id: number },
): TicketSummary {
  const ticket = summarizeTicket(cx, after.id)
  cx.emit(ticketUpdated({ ticket }), (listener) => canSee(listener, after))
  if (before) announceLoss(cx, before, after)
  return ticket
}

/** A move can hide a ticket from somebody. */
function announceLoss(cx: Cx, before: TicketAccess, after: TicketAccess & { id: number }) {
  const unmoved =
    before.queueId === after.queueId && before.userId === after.userId && before.connectionId === after.connectionId
  if (!unmoved)
    cx.emit(ticketDeleted({ ticketId: after.id }), (listener) => canSee(listener, before) && !canSee(listener, after))
}

/**
 * Notifies those to whom it was given: the attendant, or the members of its queue. `giverId`: who did it, if a person.
 */
export function announceGiven(cx: Cx, ticket: TicketAccess, announced: TicketSummary, giverId: number | null) {
  if (ticket.userId !== null && ticket.userId === giverId) return
  const isMine = (listener: Actor) =>
    ticket.userId === null
      ? ticket.queueId !== null && listener.queueIds.includes(ticket.queueId)
      : listener.userId === ticket.userId
  cx.emit(
    ticketGiven({ ticket: announced }),
    (listener) => listener.userId !== giverId && isMine(listener) && canSee(listener, ticket),
  )
}

export function announceRead(cx: Cx, ticket: TicketAccess & { id: number }) {
  cx.emit(ticketRead({ ticketId: ticket.id }), (listener) => canSee(listener, ticket))
}

export function announceGone(cx: Cx, ticket: TicketAccess & { id: number }) {
  cx.emit(ticketDeleted({ ticketId: ticket.id, isGone: true }), (listener) => canSee(listener, ticket))
}
