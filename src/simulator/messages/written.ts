/**
 * Content that no phone writes, but somebody's own program: it travels as the bytes it came as, which may be invalid or
 * have fields that our definition of WhatsApp's messages does not know.
 */
import { encodeWAMessage, proto, writeRandomPadMax16 } from '@whiskeysockets/baileys'

const written = new WeakMap<proto.IMessage, Uint8Array>()

/** What phones can read of it; nothing if it is invalid. */
export function contentFrom(bytes: Uint8Array): proto.IMessage {
  const content = readable(bytes)
  written.set(content, bytes)
  return content
}

export const isWritten = (content: proto.IMessage): boolean => written.has(content)

/** As it is encrypted: with padding. */
export function encoded(content: proto.IMessage): Uint8Array {
  const bytes = written.get(content)
  return bytes ? writeRandomPadMax16(bytes) : encodeWAMessage(content)
}

function readable(bytes: Uint8Array): proto.IMessage {
  try {
    return proto.Message.decode(bytes)
  } catch {
    return proto.Message.create()
  }
}
