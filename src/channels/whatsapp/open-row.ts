/** From a row of the journal back to the message Baileys would have made of it. */
import type { proto, WAMessage } from '@whiskeysockets/baileys'
import type { Baileys } from './baileys'
import type { InboxRow } from './inbox-rows'

export type Me = { readonly id: string; readonly lid?: string | undefined }

export function openRow({ attrs, plain }: InboxRow, me: Me, baileys: Baileys): WAMessage {
  const { fullMessage } = baileys.decodeMessageNode({ tag: 'message', attrs: { ...attrs } }, me.id, me.lid ?? '')
  const message = baileys.proto.Message.decode(baileys.unpadRandomMax16(plain))
  return { ...fullMessage, message: unwrapOwn(message) }
}

/** What the company's own phone wrote comes wrapped, with what belongs to it beside the wrapping. */
function unwrapOwn(message: proto.IMessage): proto.IMessage {
  const own = message.deviceSentMessage?.message
  if (!own) return message
  return message.messageContextInfo ? { messageContextInfo: message.messageContextInfo, ...own } : own
}
