/** Pictures that come from strangers: looked at, but never at any price. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { pictureOf } from '../../src/channels/whatsapp/media/picture'
import { measure } from '../../src/tickets/messages/media/measure'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync('/dev/shm/balcao-pictures-')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A white square in one bit a point: a few kilobytes of file, whatever its size when it is decoded. */
function square(edge: number): string {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(edge, 0)
  head.writeUInt32BE(edge, 4)
  head[8] = 1
  const points = deflateSync(Buffer.alloc((Math.ceil(edge / 8) + 1) * edge))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const path = join(folder, `${edge}.png`)
  const parts = [chunk('IHDR', head), chunk('IDAT', points), chunk('IEND', Buffer.alloc(0))]
  writeFileSync(path, Buffer.concat([signature, ...parts]))
  return path
}

test('a picture has a size and a tiny copy; one that is vast only its size, and no picture neither', async () => {
  const [plain, bomb] = [square(300), square(16_000)]
  expect(statSync(bomb).size).toBeLessThan(40_000)
  const [seen, vast] = await Promise.all([measure(plain, 'image'), measure(bomb, 'image')])
  expect([seen.width, seen.height]).toEqual([300, 300])
  expect(seen.thumbnail).toStartWith('data:image/jpeg;base64,')
  expect(vast).toMatchObject({ width: 16_000, height: 16_000, thumbnail: null })
  expect(await pictureOf(bomb)).toEqual({ width: 16_000, height: 16_000, jpegThumbnail: null })
  expect((await pictureOf(plain)).jpegThumbnail).toBeString()
  const text = join(folder, 'text')
  writeFileSync(text, 'no picture')
  expect([await measure(text, 'image'), await pictureOf(text)]).toMatchObject([
    { width: null },
    { jpegThumbnail: null },
  ])
})
