/**
 * Content that a custom program sends. It is transported as raw bytes, which may be invalid or have fields unknown to
 * our protobuf definition.
 */
import { encodeWAMessage, proto, writeRandomPadMax16 } from '@whiskeysockets/baileys'
import { getOrMake } from '../../platform/maps'

const written = new WeakMap<proto.IMessage, Uint8Array>()

/** The part that phones can read; empty if it is invalid. */
export function contentFrom(bytes: Uint8Array): proto.IMessage {
  const content = readable(bytes)
  written.set(content, bytes)
  return content
}

export const isWritten = (content: proto.IMessage): boolean => written.has(content)

const saved = new WeakMap<proto.IMessage, string>()

/** Base64 for the state file. Cached, because content never changes and is written with each state. */
export const savedContent = (content: proto.IMessage): string =>
  getOrMake(saved, content, () => Buffer.from(proto.Message.encode(content).finish()).toString('base64'))

/** With padding, for encryption. */
export function encoded(content: proto.IMessage): Uint8Array {
  const bytes = written.get(content)
  return bytes ? writeRandomPadMax16(bytes) : encodeWAMessage(content)
}

/** Phones ignore larger content; a text of full length has a quarter of a megabyte. */
const MOST_BYTES = 512 * 1024
/** Maximum nesting. A quote of a quote has eight levels; thousands could not be encoded again. */
const MOST_LAYERS = 100

/** Decodes what phones read of a message; empty if it is invalid or exceeds the limits. */
export function readable(bytes: Uint8Array): proto.IMessage {
  if (bytes.length > MOST_BYTES) return proto.Message.create()
  try {
    const content = proto.Message.decode(bytes)
    return isDeep(content) ? proto.Message.create() : content
  } catch {
    return proto.Message.create()
  }
}

/** Iterative, because deep nesting would overflow a recursive function's stack. */
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
