/** From a row of the journal back to the message Baileys would have made of it. */
import type { proto, WAMessage } from '@whiskeysockets/baileys'
import type { Baileys } from '../baileys/baileys'
import { hasMoreThanEnvelope } from '../parsing/protobuf'
import { saysSomething } from '../parsing/unwrap'
import type { InboxRow } from './inbox-rows'

export type Me = { readonly id: string; readonly lid?: string | undefined }

/** `isNew`: it says something in a field that this program's description of WhatsApp's messages does not have. */
export type OpenedMessage = WAMessage & { readonly isNew?: boolean }

export function openRow({ attrs, plain }: InboxRow, me: Me, baileys: Baileys): OpenedMessage {
  const { fullMessage } = baileys.decodeMessageNode({ tag: 'message', attrs: { ...attrs } }, me.id, me.lid ?? '')
  const bytes = Buffer.from(baileys.unpadRandomMax16(plain))
  const message = unwrapOwn(baileys.proto.Message.decode(bytes))
  const isNew = !saysSomething(message) && hasMoreThanEnvelope(bytes) // decoding leaves out what it does not know
  return { ...fullMessage, message, ...(isNew && { isNew }) }
}

/** What the company's own phone wrote comes wrapped, with what belongs to it beside the wrapping. */
function unwrapOwn(message: proto.IMessage): proto.IMessage {
  const own = message.deviceSentMessage?.message
  if (!own) return message
  return message.messageContextInfo ? { messageContextInfo: message.messageContextInfo, ...own } : own
}
