/** Rebuilds the message that Baileys would have emitted from a row of the journal. */
import type { proto, WAMessage } from '@whiskeysockets/baileys'
import type { Baileys } from '../baileys/baileys'
import { hasMoreThanEnvelope } from '../parsing/protobuf'
import { hasContent } from '../parsing/unwrap'
import type { InboxRow, Me } from './inbox-rows'

/** `isNew`: it has a field that is unknown to our protobuf definition, or cannot be decoded. */
export type OpenedMessage = WAMessage & { readonly isNew?: boolean }

/** `now`: the currently linked account, for rows that do not say which account received them. */
export function openRow({ attrs, plain, me }: InboxRow, now: Me, baileys: Baileys): OpenedMessage {
  const { id, lid = '' } = me ?? now
  const { fullMessage } = baileys.decodeMessageNode({ tag: 'message', attrs: { ...attrs } }, id, lid)
  const { key } = fullMessage
  return { ...fullMessage, key: { ...key, ...usernameIn(attrs, key) }, ...contentIn(plain, baileys) }
}

/** Read here, because Baileys ignores the sender's username in one-to-one chats. */
const usernameIn = (attrs: InboxRow['attrs'], { fromMe, participant }: WAMessage['key']) => {
  const username = attrs.username ?? attrs.participant_username
  return !fromMe && !participant && username ? { remoteJidUsername: username } : {}
}

/** The message's content, without its author. */
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

/** Senders control the bytes: they may be invalid, or nested too deeply to decode. */
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
