/**
 * Automated messages (no attendant): of schedules, campaigns, the external API. They are in the contact's history and
 * in nobody's queue.
 */
import { findConnectionOrFail } from '../../channels/connections/queries'
import { FAILED, WAITING } from '../../channels/contract'
import { isUntried, putNewInOutbox, takeFromOutbox } from '../../channels/outbox/queue'
import { mayWrite } from '../../channels/windows/windows'
import { findContactOrFail } from '../../contacts/queries'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { writeLog } from '../log/log'
import type { Message } from '../messages/contract'
import { unattendedPosted } from '../messages/events'
import { findMessage } from '../messages/queries'
import { expectAnswer } from '../moves/expected-answers'
import { insertTicket } from '../moves/new-ticket'
import { latestTicketOf } from '../moves/ticket-for'
import { findActiveTicket } from '../queries'
import { writeAck, writeFailure } from '../receipts/receipts'
import type { Ticket } from '../tables'
import { type Draft, postMessage } from './send'

type UnattendedMessage = Pick<Draft, 'kind' | 'body' | 'media' | 'values' | 'extra' | 'signAs'> & {
  readonly quotedId?: number | null
  readonly contactId: number
  readonly connectionId: number
  /** The queue in which an answer opens a ticket. */
  readonly queueId: number | null
}

/**
 * Posts the message in the contact's conversation over this connection: in the active ticket, else in the latest closed
 * one, else in a ticket created as closed. Inside the caller's transaction.
 */
export function sendUnattended(
  cx: Cx,
  { contactId, connectionId, queueId, quotedId = null, ...draft }: UnattendedMessage,
): Message {
  const ticket =
    findActiveTicket(cx.db, contactId, connectionId) ??
    latestTicketOf(cx.db, contactId, connectionId) ??
    bornClosed(cx, contactId, connectionId, queueId)
  if (queueId !== null) expectAnswer(cx, { contactId, connectionId }, queueId)
  const message = postMessage(cx, ticket, { ...draft, quotedId, clientId: null, userId: null })
  cx.happened(unattendedPosted({ messageId: message.id, contactId, connectionId }))
  return message
}

function bornClosed(cx: Cx, contactId: number, connectionId: number, queueId: number | null): Ticket {
  const connection = findConnectionOrFail(cx.db, connectionId)
  const contact = findContactOrFail(cx.db, contactId)
  if (contact.isGroup) fail('ERR_NO_TICKET_FOUND') // a group's messages open its ticket
  const ticket = insertTicket(cx, { status: 'closed', connection, contact, queueId, at: cx.now() })
  writeLog(cx, ticket.id, { kind: 'created', userId: null, data: { connection: connection.name } })
  return ticket
}

/**
 * Withdraws a message from the outbox that was certainly never handed to the messenger; returns false if it is on its
 * way or sent.
 */
export function withdraw(cx: Cx, messageId: number): boolean {
  const message = findMessage(cx.db, messageId)
  if (!message || message.ack !== WAITING || !isUntried(cx.db, messageId) || !takeFromOutbox(cx.db, messageId))
    return false
  writeFailure(cx, message, 'cancelled')
  return true
}

/** Queues a withdrawn message again, under its own id; returns false if it was not withdrawn, or came too late. */
export function putBack(cx: Cx, messageId: number): boolean {
  const message = findMessage(cx.db, messageId)
  if (!message || message.ack !== FAILED || message.failure !== 'cancelled' || message.isDeleted) return false
  const isTemplate = message.extra?.template !== undefined
  if (!mayWrite(cx.db, message, { isByPerson: false, isTemplate }, cx.now())) return false
  const { connectionId, contactId } = message
  putNewInOutbox(cx, { connectionId, contactId, messageId })
  writeAck(cx, message, WAITING, null)
  return true
}
