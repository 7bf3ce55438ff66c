/** The messenger reports the id of a message of ours, or that it could not deliver it after all. */
import type { DeliveryFailure, NamedMessage } from '../../channels/channel'
import { DELIVERED, FAILED } from '../../channels/contract'
import { takeFromOutbox } from '../../channels/outbox/queue'
import type { Cx } from '../../platform/cx'
import { getColumn } from '../../platform/sql'
import { applyWaitingActions } from '../message-actions/receive-actions'
import { findReceiptTarget } from '../messages/identity'
import { ackBehindEdit } from '../messages/message'
import { findMessage } from '../messages/queries'
import type { StoredMessage } from '../messages/tables'
import { settleMessage, writeFailure } from '../receipts/receipts'

/** The answer to the request may have been lost: the message is sent, and its row leaves the outbox. */
export function receiveNames(cx: Cx, connectionId: number, names: readonly NamedMessage[]) {
  cx.transaction((cx) => {
    for (const { ours, externalId } of names)
      for (const id of getColumn<number>(
        cx.db,
        `SELECT id FROM messages WHERE connection_id = (? + 0) AND external_id = (? || '') AND from_me = 1`,
        [connectionId, ours],
      )) {
        takeFromOutbox(cx.db, id)
        settleNamed(cx, id, externalId)
      }
  })
}

/** As `settleMessage`, and applies what arrived under the messenger's id before it was known to be ours. */
export function settleNamed(cx: Cx, messageId: number, externalId: string) {
  settleMessage(cx, messageId, { failure: null, externalId })
  const message = findMessage(cx.db, messageId)
  if (message) applyWaitingActions(cx, message)
}

/** A message that somebody has received has not failed. */
export function receiveUndelivered(cx: Cx, connectionId: number, all: readonly DeliveryFailure[]) {
  cx.transaction((cx) => {
    for (const { externalId, chat, reason } of all)
      for (const message of findReceiptTarget(cx.db, connectionId, externalId, { chat, participant: null }))
        if (message.fromMe && mayHaveFailed(message)) writeFailure(cx, message, reason)
  })
}

const mayHaveFailed = (message: StoredMessage): boolean =>
  ackBehindEdit(message) < DELIVERED && ackBehindEdit(message) !== FAILED
