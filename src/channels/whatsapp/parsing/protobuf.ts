/** A minimal protobuf reader for sealed content, which is opened without a session, when Baileys may not be loaded. */
type Field = { readonly number: number; readonly bytes: Buffer }

const [VARINT, FIXED_64, BYTES, FIXED_32] = [0, 1, 2, 5]

/** All length-delimited values of a field: bytes, strings, messages. Throws if it is not protobuf. */
export const fieldsOf = (message: Buffer, number: number): Buffer[] =>
  [...fieldsIn(message)].filter((field) => field.number === number).map(({ bytes }) => bytes)

/** Reads the text at a path of field numbers. */
export function textAt(message: Buffer, path: readonly number[]): string | null {
  let here: Buffer | undefined = message
  for (const number of path) here = here && fieldsOf(here, number).at(-1)
  return here?.toString('utf8') ?? null
}

/** Paths of the text in editable kinds of `Message`. */
const WORDS: readonly (readonly number[])[] = [
  [1], // conversation
  [6, 1], // extendedTextMessage.text
  [3, 3], // imageMessage.caption
  [9, 7], // videoMessage.caption
  [7, 20], // documentMessage.caption
]
/** `protocolMessage.editedMessage`, `editedMessage.message`, `documentWithCaptionMessage.message`. */
const WRAPPERS: readonly (readonly number[])[] = [
  [12, 14],
  [58, 1],
  [53, 1],
]

/** The new text of an edited `Message`; null for kinds without text. */
export function editedTextIn(message: Buffer, depth = 0): string | null {
  for (const path of WORDS) {
    const text = textAt(message, path)
    if (text !== null) return text
  }
  for (const [outer = 0, inner = 0] of depth < 4 ? WRAPPERS : []) {
    const wrapped = fieldsOf(message, outer)
      .flatMap((wrapper) => fieldsOf(wrapper, inner))
      .at(-1)
    if (wrapped) return editedTextIn(wrapped, depth + 1)
  }
  return null
}

/** The fields of `Message` that are not content: senderKeyDistributionMessage, messageContextInfo. */
const ENVELOPE = new Set([2, 35])
/** `deviceSentMessage`, and its `message`. */
const [OWN, OWN_MESSAGE] = [31, 2]

/** Whether a `Message` (or the message that the company's own phone wrapped in it) has any content field. */
export function hasMoreThanEnvelope(message: Buffer): boolean {
  for (const { number, bytes } of fieldsIn(message)) {
    if (number === OWN) {
      if (fieldsOf(bytes, OWN_MESSAGE).some(hasMoreThanEnvelope)) return true
    } else if (!ENVELOPE.has(number)) return true
  }
  return false
}

function* fieldsIn(message: Buffer): Generator<Field> {
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = message[at++]
      if (byte === undefined) throw new RangeError('protobuf: cut off')
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = varint()
    const type = tag % 8
    if (type === VARINT) varint()
    else if (type === FIXED_64) at += 8
    else if (type === FIXED_32) at += 4
    else if (type === BYTES) {
      const length = varint()
      if (at + length > message.length) throw new RangeError('protobuf: cut off')
      yield { number: Math.floor(tag / 8), bytes: message.subarray(at, at + length) }
      at += length
    } else throw new RangeError('protobuf: unknown type')
  }
}
