/** Receipts that name a time instead of messages. */
import type { ReceiptMark } from '../../channels/channel'
import { SENT } from '../../channels/contract'
import { findContactIds } from '../../contacts/actions'
import type { Cx } from '../../platform/cx'
import { getColumn } from '../../platform/sql'
import { DAY } from '../../platform/time'
import { findMessage } from '../messages/queries'
import { raiseTo } from './receipts'

/** Older messages had their receipts long ago, or will get none. */
const REACH = 30 * DAY

/** Raises the delivery status of all that was sent until then; what waits in the outbox has not been sent. */
export function receiveUpTo(cx: Cx, connectionId: number, marks: readonly ReceiptMark[]) {
  cx.transaction((cx) => {
    for (const mark of marks)
      for (const contactId of findContactIds(cx.db, mark.chat))
        for (const id of listBelow(cx, { connectionId, contactId }, mark)) {
          const message = findMessage(cx.db, id)
          if (message) raiseTo(cx, message, mark.ack)
        }
  })
}

const listBelow = (
  { db }: Cx,
  { connectionId, contactId }: { readonly connectionId: number; readonly contactId: number },
  { ack, at, except = [] }: ReceiptMark,
): number[] =>
  getColumn<number>(
    db,
    `SELECT id FROM messages
     WHERE contact_id = (? + 0) AND created_at <= (? + 0) AND created_at > (? + 0) AND connection_id = (? + 0) AND from_me = 1
       AND kind <> 'note' AND ack BETWEEN ${SENT} AND (? - 1) AND external_id NOT IN (SELECT value FROM json_each(?))
     ORDER BY created_at, id`,
    [contactId, at, at - REACH, connectionId, ack, JSON.stringify(except)],
  )
