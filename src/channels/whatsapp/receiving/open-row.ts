/** Rebuilds, from a row of the journal, the message that Baileys would have emitted. */
import type { proto, WAMessage } from '@whiskeysockets/baileys'
import type { Baileys } from '../baileys/baileys'
import { hasMoreThanEnvelope } from '../parsing/protobuf'
import { hasContent } from '../parsing/unwrap'
import type { InboxRow, Me } from './inbox-rows'

/** `isNew`: it has a field that our version of WhatsApp's protobuf definition does not know, or cannot be decoded at all. */
export type OpenedMessage = WAMessage & { readonly isNew?: boolean }

/** `now`: the account that is linked at present, in case the row does not say who received it. */
export function openRow({ attrs, plain, me }: InboxRow, now: Me, baileys: Baileys): OpenedMessage {
  const { id, lid = '' } = me ?? now
  const { fullMessage } = baileys.decodeMessageNode({ tag: 'message', attrs: { ...attrs } }, id, lid)
  const { key } = fullMessage
  return { ...fullMessage, key: { ...key, ...usernameIn(attrs, key) }, ...contentIn(plain, baileys) }
}

/** Baileys ignores the sender's username in one-to-one chats. */
const usernameIn = (attrs: InboxRow['attrs'], { fromMe, participant }: WAMessage['key']) => {
  const username = attrs.username ?? attrs.participant_username
  return !fromMe && !participant && username ? { remoteJidUsername: username } : {}
}

/** What the message says, without who wrote it. */
export function contentIn(plain: Uint8Array, baileys: Baileys): Pick<OpenedMessage, 'message' | 'isNew'> {
  try {
    const bytes = Buffer.from(baileys.unpadRandomMax16(plain))
    const message = unwrapOwn(baileys.proto.Message.decode(bytes))
    const isNew = !hasContent(message) && hasMoreThanEnvelope(bytes) // decoding drops unknown fields
    return { message, ...(isNew && { isNew }) }
  } catch {
    return { message: {}, isNew: true }
  }
}

/** Who writes chooses the bytes: they may be no message, or one that is nested too deep to be decoded. */
export function canBeDecoded(plain: Uint8Array, { proto, unpadRandomMax16 }: Baileys): boolean {
  try {
    proto.Message.decode(unpadRandomMax16(plain))
    return true
  } catch {
    return false
  }
}

/** Messages from the company's own phone are wrapped, with their context info outside of the wrapper. */
function unwrapOwn(message: proto.IMessage): proto.IMessage {
  const own = message.deviceSentMessage?.message
  if (!own) return message
  return message.messageContextInfo ? { messageContextInfo: message.messageContextInfo, ...own } : own
}
