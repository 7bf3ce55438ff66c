/** A text put together as UTF-8: what is UTF-8 already is copied, and never decoded. */
import { writeInstant } from './formats'

/** Where a text lies that has been written. */
export type Span = { readonly start: number; readonly end: number }

export type Utf8Writer = {
  text(text: string): Span
  /** A short text of ASCII alone: to call the encoder takes longer than to copy it. */
  ascii(text: string): void
  /** The same text once more. */
  again(span: Span): void
  /** In quotation marks. */
  instant(ms: number): void
  copy(from: Buffer, start: number, end: number): void
  /** Ends the text. Its bytes are overwritten by the next one: answer with them, or copy them, before anything else. */
  whole(): Buffer<ArrayBuffer>
}

/** What a UTF-16 unit takes at most. */
const MOST_PER_UNIT = 3
const LONGEST_INSTANT = '"+010000-01-01T00:00:00.000Z"'.length
const QUOTE = '"'.charCodeAt(0)

/** The room of the last text is written again: fresh memory for each page costs more than the page's own bytes. */
let spare: Buffer<ArrayBuffer> | undefined
const MOST_KEPT = 256 * 1024

function takeRoom(least: number): Buffer<ArrayBuffer> {
  const room = spare && spare.length >= least ? spare : Buffer.allocUnsafeSlow(least)
  spare = undefined
  return room
}

/** `room`: as many bytes as the text will probably take. */
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
    whole() {
      if (bytes.length <= MOST_KEPT) spare = bytes
      return bytes.subarray(0, length)
    },
  }
}
