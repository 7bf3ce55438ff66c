/**
 * Content that no phone writes, but somebody's own program: it travels as the bytes it came as, which may be invalid or
 * have fields that our definition of WhatsApp's messages does not know.
 */
import { encodeWAMessage, proto, writeRandomPadMax16 } from '@whiskeysockets/baileys'
import { getOrMake } from '../../platform/maps'

const written = new WeakMap<proto.IMessage, Uint8Array>()

/** What phones can read of it; nothing if it is invalid. */
export function contentFrom(bytes: Uint8Array): proto.IMessage {
  const content = readable(bytes)
  written.set(content, bytes)
  return content
}

export const isWritten = (content: proto.IMessage): boolean => written.has(content)

const saved = new WeakMap<proto.IMessage, string>()

/** As the state file has it, in base64. Content never changes once it has been said, and is written with each state. */
export const savedContent = (content: proto.IMessage): string =>
  getOrMake(saved, content, () => Buffer.from(proto.Message.encode(content).finish()).toString('base64'))

/** As it is encrypted: with padding. */
export function encoded(content: proto.IMessage): Uint8Array {
  const bytes = written.get(content)
  return bytes ? writeRandomPadMax16(bytes) : encodeWAMessage(content)
}

/** Of more bytes a phone reads nothing: a text of full length is a quarter of a megabyte. */
const MOST_BYTES = 512 * 1024
/** Parts within parts. A quote of a quote has eight; of thousands none could be written down again. */
const MOST_LAYERS = 100

/** What phones read of a message; nothing if it is invalid, or more than anybody writes. */
export function readable(bytes: Uint8Array): proto.IMessage {
  if (bytes.length > MOST_BYTES) return proto.Message.create()
  try {
    const content = proto.Message.decode(bytes)
    return isDeep(content) ? proto.Message.create() : content
  } catch {
    return proto.Message.create()
  }
}

/** Layer by layer, because what is too deep is too deep for a function that calls itself. */
function isDeep(content: object): boolean {
  let layer: object[] = [content]
  for (let depth = 0; layer.length > 0; depth++) {
    if (depth > MOST_LAYERS) return true
    layer = layer.flatMap((part) => Object.values(part).filter(isPart))
  }
  return false
}

const isPart = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
