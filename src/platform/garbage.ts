/**
 * Explicit garbage collection. Large files and bursts of messages leave hundreds of megabytes of garbage, which the
 * runtime would let grow in proportion to the rest of the heap.
 */
import { fullGC, heapSize } from 'bun:jsc'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { MINUTE, SECOND } from './time'

/** Requesting it more often makes requests overlap (measured: tests/channels/whatsapp/media/big-file.test.ts). */
const OFTEN = 8 * 1024 * 1024
const PAUSE_MS = 5
/** Pieces of this size are collected before they are promoted to the old generation. */
const PIECE = 16 * 1024

/**
 * Call it with the size of each piece and await the result: the collector works in small concurrent steps and needs a
 * pause.
 */
export function createPieceCollector(): (bytes: number) => Promise<void> | undefined {
  let passed = 0
  return (bytes) => {
    passed += bytes
    if (passed < OFTEN) return undefined
    passed = 0
    Bun.gc(false)
    return Bun.sleep(PAUSE_MS)
  }
}

/** Streams a file in pieces. The file is opened when the first piece is read. */
export const readInPieces = (path: string): Readable => Readable.from(piecesOf(path))

async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const collectAfter = createPieceCollector()
  for await (const piece of createReadStream(path, { highWaterMark: PIECE })) {
    await collectAfter(piece.length)
    yield piece
  }
}

/** This many messages in this time are a burst. At lower rates the runtime collects their garbage by itself when idle. */
const BURST = 2_500
const BURST_MS = 10 * SECOND
/**
 * After this many consecutive collections that block the event loop for longer than `LONGEST_MS`, collection pauses for
 * `REST_MS`.
 */
const LONGEST_MS = 80
const TOO_LONG_IN_A_ROW = 3
const REST_MS = 10 * MINUTE
/** Larger heaps are not collected: marking takes 1 to 2 ms per megabyte, however little is garbage. */
const LARGE_HEAP = 96 * 1024 * 1024

type Runtime = { collect(): unknown; held(): number; now(): number }

/**
 * For messages that arrive by the thousand: the runtime takes their garbage for long-lived and would let it grow to the
 * size of the rest of the heap. Call it with the number of messages processed.
 */
export function createBurstCollector(
  runtime: Runtime = { collect: fullGC, held: heapSize, now: () => performance.now() },
) {
  const { collect, held, now } = runtime
  let passed = 0
  let since = now()
  let notBefore = since
  let tooLong = 0

  return (count: number): void => {
    const at = now()
    if (at - since > BURST_MS) {
      passed = 0
      since = at
    }
    passed += count
    if (passed < BURST || at < notBefore) return
    passed = 0
    if (held() > LARGE_HEAP) return
    collect()
    since = now()
    tooLong = since - at > LONGEST_MS ? tooLong + 1 : 0
    if (tooLong < TOO_LONG_IN_A_ROW) return
    tooLong = 0
    notBefore = since + REST_MS
  }
}
