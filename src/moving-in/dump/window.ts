/**
 * The part of a stream that is being parsed. A parser reads `bytes` from `at` to `end`; when an item is incomplete, it
 * leaves `at` at the item's beginning, awaits `more()` and begins the item again. The unread part at least doubles each
 * time, so that a large item costs no more than a few readings.
 */
const CAPACITY = 1024 * 1024
const LOOKAHEAD_BYTES = 16

export type Window = {
  readonly bytes: Buffer
  at: number
  readonly end: number
  /** Nothing comes behind `end`. */
  readonly isLast: boolean
  /** Of `bytes[0]` in the stream. */
  readonly offset: number
  /** False if there is no more. */
  more(): Promise<boolean>
}

export function openWindow(source: AsyncIterator<Uint8Array>): Window {
  let bytes: Buffer = Buffer.allocUnsafeSlow(CAPACITY)
  let end = 0
  let offset = 0
  let isLast = false
  let rest: Uint8Array | undefined

  function compact(window: Window): void {
    const unread = end - window.at
    const room = unread > bytes.length / 2 ? Buffer.allocUnsafeSlow(bytes.length * 2) : bytes
    bytes.copy(room, 0, window.at, end)
    offset += window.at
    window.at = 0
    end = unread
    // After one large item the window shrinks again.
    bytes = room.length > CAPACITY && unread < CAPACITY / 4 ? Buffer.from(room.subarray(0, CAPACITY)) : room
  }

  const window: Window = {
    at: 0,
    get bytes() {
      return bytes
    },
    get end() {
      return end
    },
    get isLast() {
      return isLast
    },
    get offset() {
      return offset
    },
    async more() {
      if (isLast) return false
      const unread = end - window.at
      compact(window)
      const wanted = Math.min(bytes.length, Math.max(2 * unread, CAPACITY / 2))
      while (end < wanted) {
        if (!rest) {
          const next = await source.next()
          if (next.done) {
            isLast = true
            // Parsers look a few bytes ahead, where earlier ones would stand.
            bytes.fill(0, end, Math.min(bytes.length, end + LOOKAHEAD_BYTES))
            return end > unread
          }
          rest = next.value
        }
        const part = rest.subarray(0, bytes.length - end)
        bytes.set(part, end)
        end += part.length
        rest = part.length < rest.length ? rest.subarray(part.length) : undefined
      }
      return true
    },
  }
  return window
}
