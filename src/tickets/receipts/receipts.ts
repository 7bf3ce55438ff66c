/** Receipts of our messages, stored so that the delivery status never goes down. */
import type { Receipt } from '../../channels/channel'
import { EDITING, FAILED, SENT } from '../../channels/contract'
import type { Outcome } from '../../channels/outbox/delivery'
import type { Cx } from '../../platform/cx'
import { getOrMake } from '../../platform/maps'
import { execute, getRow } from '../../platform/sql'
import { isEnabled } from '../../settings/settings'
import { messageAudience } from '../messages/audience'
import { messageAcked, messageUpdated } from '../messages/contract'
import { deliveryStatusRaised, messageFailed, messageSent } from '../messages/events'
import { findReceiptTarget } from '../messages/identity'
import { showLastAck } from '../messages/last-message'
import { ackBehindEdit, raisedAck } from '../messages/message'
import { findMessage } from '../messages/queries'
import type { StoredMessage } from '../messages/tables'
import { storeWaiting } from '../messages/waiting'
import { announceChange } from '../reading/changed'
import { readMessage } from '../reading/shown'
import { announceTally, groupAck, noteReceipt, type Step, tallyOf } from './group-receipts'

/**
 * A group receipt concerns one member; the message's delivery status is computed once for all receipts that arrived
 * together.
 */
export function receiveReceipts(cx: Cx, connectionId: number, receipts: readonly Receipt[]) {
  cx.transaction((cx) => {
    const inGroups = new Map<number, { message: StoredMessage; receipts: Receipt[] }>()
    for (const receipt of receipts)
      for (const message of subjectsOf(cx, connectionId, receipt))
        if (receipt.participant === null) raiseTo(cx, message, receipt.ack)
        else getOrMake(inGroups, message.id, () => ({ message, receipts: [] })).receipts.push(receipt)
    for (const { message, receipts } of inGroups.values()) receiveOfGroup(cx, message, receipts)
  })
}

const subjectsOf = (cx: Cx, connectionId: number, receipt: Receipt): StoredMessage[] =>
  receipt.externalIds.flatMap((externalId) => {
    const found = findReceiptTarget(cx.db, connectionId, externalId, receipt)
    if (found.length === 0) awaitMessage(cx, connectionId, { ...receipt, externalIds: [externalId] })
    return found.filter(({ fromMe }) => fromMe)
  })

/** A message from the company's own phone may arrive after its receipts. Receipts of message actions are ignored. */
function awaitMessage(cx: Cx, connectionId: number, receipt: Receipt) {
  const [target = ''] = receipt.externalIds
  const isIgnored = receipt.participant !== null && isEnabled(cx.db, 'CheckMsgIsGroup')
  const isAction = getRow(cx.db, 'SELECT 1 FROM own_acts WHERE external_id = ?', target) !== undefined
  if (!isIgnored && !isAction) storeWaiting(cx, connectionId, target, { do: 'tick', receipt })
}

function receiveOfGroup(cx: Cx, message: StoredMessage, receipts: readonly Receipt[]) {
  const steps = receipts.map((receipt) => noteReceipt(cx, message, receipt))
  const sum = (what: keyof Step) => steps.reduce((total, step) => total + step[what], 0)
  const added = { delivered: sum('delivered'), read: sum('read'), played: sum('played') }
  const tally = tallyOf(cx.db, message)
  const before = { ...message, ack: ackBehindEdit(message) }
  raiseTo(cx, message, tally ? Math.max(SENT, groupAck(cx.db, before, tally)) : SENT)
  if (tally) announceTally(cx, message, tally, added)
}

/** The outbox is done with a message: it was sent, or it failed for good. A message with a receipt has not failed. */
export function settleMessage(cx: Cx, messageId: number, { failure, externalId }: Outcome) {
  const message = findMessage(cx.db, messageId)
  if (!message) return
  // A report that overtook this outcome has named the message, and said that it could not be delivered.
  if (externalId === message.externalId && ackBehindEdit(message) === FAILED) return
  if (externalId !== undefined) nameMessage(cx, message, externalId)
  if (failure !== null && ackBehindEdit(message) < SENT) return writeFailure(cx, message, failure)
  if (failure === null) raiseTo(cx, message, SENT)
  cx.happened(messageSent({ message }))
}

/**
 * From now on the message has the id that the messenger gave it. What referred to that id before it was known, such as
 * an early receipt, is applied by the caller.
 */
export const nameMessage = (cx: Cx, { id }: Pick<StoredMessage, 'id'>, externalId: string) =>
  void execute(cx.db, 'UPDATE messages SET external_id = ? WHERE id = ?', [externalId, id])

/** While an edit is in flight, the delivery status rises in `formerAck`, and is shown once the edit has its answer. */
export function raiseTo(cx: Cx, message: StoredMessage, ack: number) {
  if (message.ack === EDITING) {
    const raised = raisedAck(message.formerAck, ack)
    execute(cx.db, 'UPDATE messages SET former_ack = ? WHERE id = ?', [raised, message.id])
    if (raised !== message.formerAck) cx.happened(deliveryStatusRaised({ messageId: message.id, ack: raised }))
    return
  }
  const raised = raisedAck(message.ack, ack)
  if (raised === message.ack) return
  writeAck(cx, message, raised, null)
  cx.happened(deliveryStatusRaised({ messageId: message.id, ack: raised }))
}

export function writeFailure(cx: Cx, message: StoredMessage, failure: string) {
  writeAck(cx, message, FAILED, failure)
  cx.happened(messageFailed({ message, failure }))
}

type Subject = Pick<StoredMessage, 'id' | 'ticketId' | 'contactId' | 'connectionId' | 'ack'>

export function writeAck(cx: Cx, message: Subject, ack: number, failure: string | null) {
  const { id: messageId, ticketId } = message
  execute(cx.db, 'UPDATE messages SET ack = ?, failure = ? WHERE id = ?', [ack, failure, messageId])
  // Screens end an edit in flight only on a new revision, not on a receipt.
  if (message.ack === EDITING) return announceChange(cx, messageId)
  const audience = messageAudience(cx.db, message)
  if (ticketId === null) return cx.emit(messageUpdated({ message: readMessage(cx.db, messageId) }), audience)
  showLastAck(cx.db, ticketId, messageId, ack)
  cx.emit(messageAcked({ message: { id: messageId, ticketId, ack, failure } }), audience)
}
