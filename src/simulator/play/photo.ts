/** Generated photos: a colour gradient as PNG. The same number gives the same photo. */
import { crc32, deflateSync } from 'node:zlib'
import type { File } from '../media/store'

export const PHOTO_WIDTH = 96
export const PHOTO_HEIGHT = 64
const SIGNATURE = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const COLOURS = 3
const BIT_DEPTH = 8
const TRUE_COLOUR = 2

export function photo(number: number): File {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(PHOTO_WIDTH, 0)
  header.writeUInt32BE(PHOTO_HEIGHT, 4)
  header.set([BIT_DEPTH, TRUE_COLOUR], 8)
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels(number))), chunk('IEND', Buffer.alloc(0))]
  return { bytes: Buffer.concat([SIGNATURE, ...parts]), mimetype: 'image/png', name: `foto-${number}.png` }
}

function pixels(number: number): Buffer {
  const line = 1 + PHOTO_WIDTH * COLOURS
  const bytes = Buffer.alloc(line * PHOTO_HEIGHT)
  for (let y = 0; y < PHOTO_HEIGHT; y++) {
    for (let x = 0; x < PHOTO_WIDTH; x++) {
      const at = y * line + 1 + x * COLOURS
      bytes.set([(number * 67 + x * 2) % 256, (number * 31 + y * 3) % 256, (number * 13 + x + y) % 256], at)
    }
  }
  return bytes
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
