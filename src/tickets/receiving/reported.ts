/** What a messenger reports beside receipts: the charge of a message, and that we may write for a while. */
import type { MessageCharge, WindowOpening } from '../../channels/channel'
import { messageCharged, windowOpened } from '../../channels/events'
import { findContactIds } from '../../contacts/actions'
import type { Cx } from '../../platform/cx'
import { findReceiptTarget } from '../messages/identity'

export function receiveCharges(cx: Cx, connectionId: number, charges: readonly MessageCharge[]) {
  cx.transaction((cx) => {
    for (const charge of charges)
      for (const { id, contactId, fromMe } of findReceiptTarget(cx.db, connectionId, charge.externalId, {
        chat: charge.chat,
        participant: null,
      }))
        if (fromMe) cx.happened(messageCharged({ ...charge, connectionId, contactId, messageId: id }))
  })
}

export function receiveOpenings(cx: Cx, connectionId: number, openings: readonly WindowOpening[]) {
  cx.transaction((cx) => {
    for (const { chat, at } of openings)
      for (const contactId of findContactIds(cx.db, chat)) cx.happened(windowOpened({ connectionId, contactId, at }))
  })
}
