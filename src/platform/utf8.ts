/** A text put together as UTF-8: what is UTF-8 already is copied, and never decoded. */
import { writeInstant } from './formats'

export type Utf8Writer = {
  text(text: string): void
  /** In quotation marks. */
  instant(ms: number): void
  copy(from: Buffer, start: number, end: number): void
  whole(): Buffer<ArrayBuffer>
}

/** What a UTF-16 unit takes at most. */
const MOST_PER_UNIT = 3
const LONGEST_INSTANT = '"+010000-01-01T00:00:00.000Z"'.length
const QUOTE = '"'.charCodeAt(0)

/** `room`: as many bytes as the text will probably take. */
export function createUtf8Writer(room: number): Utf8Writer {
  let bytes = Buffer.allocUnsafe(room)
  let length = 0
  const makeRoom = (more: number) => {
    if (length + more <= bytes.length) return
    const larger = Buffer.allocUnsafe(2 * (length + more))
    bytes.copy(larger, 0, 0, length)
    bytes = larger
  }
  return {
    text(text) {
      makeRoom(MOST_PER_UNIT * text.length)
      length += bytes.write(text, length)
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
    whole: () => bytes.subarray(0, length),
  }
}
