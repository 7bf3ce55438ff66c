/** Who is there and who is writing: the contact, told to whoever sees the ticket; an attendant, told to the contact. Kept nowhere. */
import type { Actor } from '../../actor'
import type { Address } from '../../channels/channel'
import type { Presence } from '../../channels/contract'
import { findContactIds } from '../../contacts/actions'
import { addressesOf, findContact } from '../../contacts/queries'
import type { Cx } from '../../platform/cx'
import { findActiveTicket, findTicket } from '../queries'
import { canSee } from '../visibility'
import { contactTyping } from './contract'

export function receivePresence(cx: Cx, connectionId: number, chat: readonly Address[], state: Presence) {
  const contactId = findContactIds(cx.db, chat)[0]
  const ticket = contactId === undefined ? undefined : findActiveTicket(cx.db, contactId, connectionId)
  if (ticket) cx.emit(contactTyping({ ticketId: ticket.id, state }), (listener) => canSee(listener, ticket))
}

/** Where the contact of an open ticket is to be told that this person writes; undefined when nobody is. */
export function whomTypingReaches(
  cx: Cx,
  actor: Actor,
  ticketId: number,
): { readonly connectionId: number; readonly to: Address } | undefined {
  const ticket = findTicket(cx.db, ticketId)
  if (ticket?.status !== 'open' || !canSee(actor, ticket)) return undefined
  const [to] = findContact(cx.db, ticket.contactId)?.active ? addressesOf(cx.db, ticket.contactId) : []
  return to && { connectionId: ticket.connectionId, to }
}
