/** From a row of the journal back to the message Baileys would have made of it. */
import type { WAMessage } from '@whiskeysockets/baileys'
import type { Baileys } from './baileys'
import type { InboxRow } from './inbox-rows'

export type Me = { readonly id: string; readonly lid?: string | undefined }

export function openRow({ attrs, plain }: InboxRow, me: Me, baileys: Baileys): WAMessage {
  const { fullMessage } = baileys.decodeMessageNode({ tag: 'message', attrs: { ...attrs } }, me.id, me.lid ?? '')
  const message = baileys.proto.Message.decode(baileys.unpadRandomMax16(plain))
  // What the company's own phone wrote comes wrapped.
  return { ...fullMessage, message: message.deviceSentMessage?.message ?? message }
}
