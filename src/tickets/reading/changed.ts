/** Announces changed messages, and updates the list if one is the last of its ticket. */
import type { Cx } from '../../platform/cx'
import { execute } from '../../platform/sql'
import { announceTicket } from '../announce'
import { messageAudience } from '../messages/audience'
import { messageUpdated } from '../messages/contract'
import { showLastAgain } from '../messages/last-message'
import { previewOf } from '../messages/message'
import { findMessage } from '../messages/queries'
import { findTicket } from '../queries'
import { readMessage } from './shown'

/**
 * Announces a message that changed without a new revision and looks the same in lists, such as one whose file arrived.
 */
export function announceMessage(cx: Cx, messageId: number) {
  const message = findMessage(cx.db, messageId)
  if (message) cx.emit(messageUpdated({ message: readMessage(cx.db, messageId) }), messageAudience(cx.db, message))
}

/** Call it inside the transaction that changed the message. */
export function announceChange(cx: Cx, messageId: number) {
  execute(cx.db, 'UPDATE messages SET revision = revision + 1 WHERE id = ?', messageId)
  const message = findMessage(cx.db, messageId)
  if (!message) return
  cx.emit(messageUpdated({ message: readMessage(cx.db, messageId) }), messageAudience(cx.db, message))
  const ticket = message.ticketId === null ? undefined : findTicket(cx.db, message.ticketId)
  if (!ticket) return
  const { kind, isDeleted, ack } = message
  const preview = isDeleted ? '' : previewOf(message)
  const isLast = showLastAgain(cx.db, ticket.id, { messageId, kind, preview, isDeleted, ack })
  if (isLast || ticket.heardId === messageId) announceTicket(cx, null, ticket)
}
