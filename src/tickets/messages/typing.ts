/**
 * Presence and typing, in both directions: the contact's for users who see the ticket, an attendant's for the contact.
 * Not stored.
 */
import type { Actor } from '../../actor'
import type { Address } from '../../channels/channel'
import type { Presence } from '../../channels/contract'
import { addressOver } from '../../channels/reach'
import { findContactIds } from '../../contacts/actions'
import { findContact } from '../../contacts/queries'
import type { Cx } from '../../platform/cx'
import { findActiveTicket, findTicket } from '../queries'
import type { Ticket } from '../tables'
import { canSee, mayWriteIn } from '../visibility'
import { contactTyping } from './contract'

/** A conversation of a connection. */
type Chat = { readonly connectionId: number; readonly chat: Address }

export function receivePresence(cx: Cx, connectionId: number, chat: readonly Address[], state: Presence) {
  const contactId = findContactIds(cx.db, chat)[0]
  const ticket = contactId === undefined ? undefined : findActiveTicket(cx.db, contactId, connectionId)
  if (ticket) cx.emit(contactTyping({ ticketId: ticket.id, state }), (listener) => canSee(listener, ticket))
}

/** The chat in which the contact sees that this user is typing; undefined if there is none. */
export function findTypingChat(cx: Cx, actor: Actor, ticketId: number): Chat | undefined {
  const ticket = findTicket(cx.db, ticketId)
  return ticket?.status === 'open' && mayWriteIn(actor, ticket) ? chatOf(cx, ticket) : undefined
}

/** The chat of the conversation this user has open; undefined if they may not see it. */
export function findOpenChat(cx: Cx, actor: Actor, ticketId: number): Chat | undefined {
  const ticket = findTicket(cx.db, ticketId)
  return ticket && canSee(actor, ticket) ? chatOf(cx, ticket) : undefined
}

function chatOf(cx: Cx, ticket: Ticket): Chat | undefined {
  const { connectionId, contactId } = ticket
  const chat = findContact(cx.db, contactId)?.active ? addressOver(cx.db, connectionId, contactId) : undefined
  return chat && { connectionId, chat }
}
