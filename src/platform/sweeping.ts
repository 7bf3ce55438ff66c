/**
 * For large files that pass through: their pieces become garbage by the hundred megabytes, which the collector would let
 * pile up in proportion to everything else we hold. Reminded often, it clears them away in small steps, beside the work.
 */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'

/** More often, and one request overtakes the other (measured: tests/channels/whatsapp/big-file.test.ts). */
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
