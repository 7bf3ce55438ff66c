/** Updates a message we already have with what was done to it on the phone while the account was not linked. */

import type { BackfillMessage } from '../../channels/backfill'
import type { MessageAction } from '../../channels/channel'
import { DELIVERED, PLAYED, READ, SENT } from '../../channels/contract'
import type { Cx } from '../../platform/cx'
import { execute } from '../../platform/sql'
import { receiveActions } from '../message-actions/receive-actions'
import type { StoredMessage } from '../messages/tables'
import { announceChange } from '../reading/changed'
import { receiveReceipts } from '../receipts/receipts'
import { receiveAgain } from '../receiving/receive'

/** Known changes have no effect; anything else is announced like an action that arrives now. */
export function catchUp(cx: Cx, connectionId: number, known: StoredMessage, backfilled: BackfillMessage) {
  const { reactions, isDeleted } = backfilled
  const edit = fillGap(cx, known, backfilled) ? null : editOf(known, backfilled)
  receiveActions(cx, connectionId, [
    ...(edit ? [edit] : []),
    ...reactions,
    ...(isDeleted ? [deletionOf(backfilled)] : []),
  ])
  const { externalId, chat } = backfilled.message
  const ack = ackOf(backfilled)
  if (ack) receiveReceipts(cx, connectionId, [{ externalIds: [externalId], chat, ack, participant: null }])
}

/** The phone may hand over the content of a message we could never decrypt. */
function fillGap(cx: Cx, known: StoredMessage, { message, edit }: BackfillMessage): boolean {
  if (!receiveAgain(cx, known, message)) return false
  if (edit) showAsEdited(cx, known.id)
  return true
}

/** The phone hands over only its latest text. */
export function showAsEdited(cx: Cx, messageId: number) {
  execute(cx.db, 'UPDATE messages SET is_edited = 1 WHERE id = ?', messageId)
  announceChange(cx, messageId)
}

/** Null: it was edited before it was imported, and needs no change. */
const editOf = ({ isEdited, body }: StoredMessage, { edit }: BackfillMessage): BackfillMessage['edit'] =>
  isEdited && edit?.body === body ? null : edit

const deletionOf = ({
  message: { externalId, chat, fromMe, isGroup, author, sentAt: at },
}: BackfillMessage): MessageAction => ({
  externalId: `${externalId}/deleted`,
  chat,
  fromMe,
  isGroup,
  author,
  at,
  target: externalId,
  do: 'revoke',
  byAdmin: true,
})

/** The delivery status on the phone; a message still in our outbox is not on the phone. */
function ackOf({ message, ack }: BackfillMessage): 3 | 4 | 5 | null {
  if (!message.fromMe || ack <= SENT) return null
  return ack === DELIVERED || ack === READ ? ack : PLAYED
}
