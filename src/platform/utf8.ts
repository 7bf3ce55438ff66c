/** Builds a text as UTF-8. Parts that are UTF-8 already are copied without decoding. */
import { writeInstant } from './formats'

/** Position of a written text. */
export type Span = { readonly start: number; readonly end: number }

export type Utf8Writer = {
  text(text: string): Span
  /** Writes a short ASCII text; copying is faster than calling the encoder. */
  ascii(text: string): void
  /** Writes an earlier text again. */
  again(span: Span): void
  /** Writes a quoted instant. */
  instant(ms: number): void
  copy(from: Buffer, start: number, end: number): void
  /** Copies all of a prepared text, which is several times faster than `text`. */
  append(from: Buffer): void
  /** Returns the finished text. The next text overwrites its bytes, so send or copy them first. */
  whole(): Buffer<ArrayBuffer>
}

/** Maximum bytes per UTF-16 unit. */
const MOST_PER_UNIT = 3
const LONGEST_INSTANT = '"+010000-01-01T00:00:00.000Z"'.length
const QUOTE = '"'.charCodeAt(0)

/** The last buffer is reused: allocating one per page costs more than writing it. */
let spare: Buffer<ArrayBuffer> | undefined
const MOST_KEPT = 256 * 1024

function takeRoom(least: number): Buffer<ArrayBuffer> {
  const room = spare && spare.length >= least ? spare : Buffer.allocUnsafeSlow(least)
  spare = undefined
  return room
}

/** `room`: expected length in bytes. */
export function createUtf8Writer(room: number): Utf8Writer {
  let bytes = takeRoom(room)
  let length = 0
  const makeRoom = (more: number) => {
    if (length + more <= bytes.length) return
    const larger = Buffer.allocUnsafeSlow(2 * (length + more))
    bytes.copy(larger, 0, 0, length)
    bytes = larger
  }
  return {
    text(text) {
      makeRoom(MOST_PER_UNIT * text.length)
      const start = length
      length += bytes.write(text, length)
      return { start, end: length }
    },
    ascii(text) {
      makeRoom(text.length)
      for (let n = 0; n < text.length; n++) bytes[length + n] = text.charCodeAt(n)
      length += text.length
    },
    again({ start, end }) {
      makeRoom(end - start)
      bytes.copyWithin(length, start, end)
      length += end - start
    },
    instant(ms) {
      makeRoom(LONGEST_INSTANT)
      bytes[length] = QUOTE
      const end = writeInstant(bytes, length + 1, ms)
      bytes[end] = QUOTE
      length = end + 1
    },
    copy(from, start, end) {
      makeRoom(end - start)
      length += from.copy(bytes, length, start, end)
    },
    append(from) {
      makeRoom(from.length)
      length += from.copy(bytes, length)
    },
    whole() {
      if (bytes.length <= MOST_KEPT) spare = bytes
      return bytes.subarray(0, length)
    },
  }
}
