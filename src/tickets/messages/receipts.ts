/** Ticks: what the messenger tells of messages that left, written so that a tick never goes down. */
import type { Receipt } from '../../channels/channel'
import type { Settlement } from '../../channels/outbox'
import type { Cx } from '../../platform/cx'
import { statement } from '../../platform/sqlite'
import { showLastAck } from '../last-message'
import { findTicket } from '../queries'
import { canSee } from '../visibility'
import { messageAcked } from './contract'
import { EDITING, FAILED, raisedAck, SENT } from './message'
import { findMessage, findMessageIdByExternalId } from './queries'
import type { StoredMessage } from './tables'

/** Group receipts count when the group as a whole has it; who has it is told per participant by the channel. */
export function receiveReceipts(cx: Cx, connectionId: number, receipts: readonly Receipt[]) {
  cx.transaction((cx) => {
    for (const { externalIds, ack } of receipts)
      for (const externalId of externalIds) raiseAck(cx, connectionId, externalId, ack)
  })
}

function raiseAck(cx: Cx, connectionId: number, externalId: string, ack: number) {
  const id = findMessageIdByExternalId(cx.db, connectionId, externalId)
  const message = id === undefined ? undefined : findMessage(cx.db, id)
  if (!message?.fromMe) return
  raiseTo(cx, message, ack)
}

/** The outbox is done with a message: the messenger has it, or it failed for good. */
export function settleMessage(cx: Cx, messageId: number, { failure }: Settlement) {
  const message = findMessage(cx.db, messageId)
  if (!message) return
  if (failure === null) raiseTo(cx, message, SENT)
  else writeAck(cx, message.id, message.ticketId, FAILED, failure)
}

/** Behind an edit under way the tick rises unseen, to be there when the edit has its answer. */
function raiseTo(cx: Cx, message: StoredMessage, ack: number) {
  if (message.ack === EDITING) {
    const raised = raisedAck(message.formerAck, ack)
    statement(cx.db.$client, 'UPDATE messages SET former_ack = ? WHERE id = ?').run(raised, message.id)
    return
  }
  const raised = raisedAck(message.ack, ack)
  if (raised !== message.ack) writeAck(cx, message.id, message.ticketId, raised, null)
}

export function writeAck(cx: Cx, messageId: number, ticketId: number | null, ack: number, failure: string | null) {
  statement(cx.db.$client, 'UPDATE messages SET ack = ?, failure = ? WHERE id = ?').run(ack, failure, messageId)
  const ticket = ticketId === null ? undefined : findTicket(cx.db, ticketId)
  if (!ticket) return
  showLastAck(cx.db, ticket.id, messageId, ack)
  cx.emit(messageAcked({ ticketId: ticket.id, messageId, ack, failure }), (listener) => canSee(listener, ticket))
}
