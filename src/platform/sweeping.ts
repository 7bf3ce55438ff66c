/**
 * What passes through becomes garbage by the hundred megabytes, which the collector would let pile up in proportion to
 * everything else we hold. Large files: reminded often, it clears them away in small steps, beside the work.
 */
import { fullGC, heapSize } from 'bun:jsc'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { MINUTE, SECOND } from './time'

/** More often, and one request overtakes the other (measured: tests/channels/whatsapp/media/big-file.test.ts). */
const OFTEN = 8 * 1024 * 1024
const PAUSE_MS = 5
/** Small ones are gone before they count. */
const PIECE = 16 * 1024

/** To be told of each piece, by its bytes, and waited for: the collector needs a moment of its own. */
export function makeBroom(): (bytes: number) => Promise<void> | undefined {
  let passed = 0
  return (bytes) => {
    passed += bytes
    if (passed < OFTEN) return undefined
    passed = 0
    Bun.gc(false)
    return Bun.sleep(PAUSE_MS)
  }
}

/** A file, piece by piece; opened when the first one is asked for. */
export const readSwept = (path: string): Readable => Readable.from(piecesOf(path))

async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const sweep = makeBroom()
  for await (const piece of createReadStream(path, { highWaterMark: PIECE })) {
    await sweep(piece.length)
    yield piece
  }
}

/** So many in so short a time is a storm; in daily life what small things leave is cleared away unasked, in quiet moments. */
const STORM = 2_500
const STORM_MS = 10 * SECOND
/** Where sweeps hold the loop longer than this, one after the other, the house is too full for them: none for a while. */
const LONGEST_MS = 40
const TOO_LONG_IN_A_ROW = 3
const REST_MS = 10 * MINUTE
/** A full house: marking takes a millisecond for each megabyte or two, however little of it is swept away. */
const FULL_HOUSE = 96 * 1024 * 1024

type Broom = { sweep(): unknown; held(): number; now(): number }

/**
 * For small things that come by the thousand: what they leave is taken for old by the collector, which would let it grow
 * to as much as everything we hold. To be told how many have passed.
 */
export function makeStormSweep(broom: Broom = { sweep: fullGC, held: heapSize, now: () => performance.now() }) {
  const { sweep, held, now } = broom
  let passed = 0
  let since = now()
  let notBefore = since
  let tooLong = 0

  return (count: number): void => {
    const at = now()
    if (at - since > STORM_MS) {
      passed = 0
      since = at
    }
    passed += count
    if (passed < STORM || at < notBefore) return
    passed = 0
    if (held() > FULL_HOUSE) return
    sweep()
    since = now()
    tooLong = since - at > LONGEST_MS ? tooLong + 1 : 0
    if (tooLong < TOO_LONG_IN_A_ROW) return
    tooLong = 0
    notBefore = since + REST_MS
  }
}
