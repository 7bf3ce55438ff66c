/** The contact types: told to whoever sees the ticket, kept nowhere. */
import type { Address } from '../../channels/channel'
import { findContactIds } from '../../contacts/actions'
import type { Cx } from '../../platform/cx'
import { findActiveTicket } from '../queries'
import { canSee } from '../visibility'
import { contactTyping } from './contract'

export function receiveTyping(
  cx: Cx,
  connectionId: number,
  chat: readonly Address[],
  state: 'composing' | 'recording' | 'paused',
) {
  const contactId = findContactIds(cx.db, chat)[0]
  const ticket = contactId === undefined ? undefined : findActiveTicket(cx.db, contactId, connectionId)
  if (ticket) cx.emit(contactTyping({ ticketId: ticket.id, state }), (listener) => canSee(listener, ticket))
}
