/** Pictures from strangers are parsed within limits. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { pictureOf } from '../../src/channels/whatsapp/media/picture'
import { measure } from '../../src/tickets/media/measure'
import { parsing } from '../support/parsing'

const parse = parsing.of('pictures')
let folder = ''
beforeAll(() => {
  folder = mkdtempSync('/dev/shm/balcao-pictures-')
})
afterAll(() => rmSync(folder, { recursive: true }))

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, content = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

function save(name: string, ...parts: readonly Uint8Array[]): string {
  const path = join(folder, name)
  writeFileSync(path, Buffer.concat(parts))
  return path
}

/** A white square with one bit per pixel: a few kilobytes, whatever its decoded size. */
function square(edge: number, ...more: readonly Buffer[]): string {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(edge, 0)
  head.writeUInt32BE(edge, 4)
  head[8] = 1
  const points = deflateSync(Buffer.alloc((Math.ceil(edge / 8) + 1) * edge))
  return save(
    `${edge}-${more.length}.png`,
    SIGNATURE,
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', points),
    chunk('IEND'),
  )
}

/** A grey JPEG with `scans` empty scans. */
function scanned(edge: number, scans: number, ...appended: readonly Buffer[]): string {
  const segment = (marker: number, ...content: readonly number[]) => {
    const length = content.length + 2
    return Buffer.of(0xff, marker, length >> 8, length & 255, ...content)
  }
  const blocks = Math.ceil(edge / 8) ** 2
  const edges = [edge >> 8, edge & 255, edge >> 8, edge & 255]
  const one = [...Array(16).fill(0), 0].with(0, 1) // one code: a single zero
  const first = [segment(0xda, 1, 1, 0, 0, 0, 0), Buffer.alloc(Math.ceil(blocks / 8))]
  const rest = Buffer.concat([segment(0xda, 1, 1, 0, 1, 63, 0), Buffer.alloc(Math.ceil((blocks / 16_384) * 2))])
  return save(
    `${scans}-${appended.length}.jpg`,
    Buffer.of(0xff, 0xd8),
    segment(0xe1, 0xff, 0xd8, 0xff, 0xd9), // like a thumbnail embedded by a camera
    segment(0xdb, 0, ...Array(64).fill(1)),
    segment(0xc2, 8, ...edges, 1, 1, 0x11, 0),
    segment(0xc4, 0, ...one),
    segment(0xc4, 0x10, ...one.with(16, 0xe0)),
    ...first,
    ...Array<Buffer>(scans - 1).fill(rest),
    Buffer.of(0xff, 0xd9),
    ...appended,
  )
}

test('a picture gets dimensions and a thumbnail, a vast one only dimensions, and other files neither', async () => {
  const [plain, bomb] = [square(300), square(16_000)]
  expect(statSync(bomb).size).toBeLessThan(40_000)
  const [seen, vast] = await Promise.all([measure(parse, plain, 'image'), measure(parse, bomb, 'image')])
  expect([seen.width, seen.height]).toEqual([300, 300])
  expect(seen.thumbnail).toStartWith('data:image/jpeg;base64,')
  expect(vast).toMatchObject({ width: 16_000, height: 16_000, thumbnail: null })
  expect(await pictureOf(parse, bomb)).toEqual({ width: 16_000, height: 16_000, jpegThumbnail: null })
  expect((await pictureOf(parse, plain)).jpegThumbnail).toBeString()
  const text = join(folder, 'text')
  writeFileSync(text, 'no picture')
  expect([await measure(parse, text, 'image'), await pictureOf(parse, text)]).toMatchObject([
    { width: null },
    { jpegThumbnail: null },
  ])
})

test('a picture with a thousand scans is not decoded', async () => {
  const [usual, endless] = await Promise.all([
    measure(parse, scanned(800, 12), 'image'),
    measure(parse, scanned(800, 1_000), 'image'),
  ])
  expect(usual.thumbnail).toStartWith('data:image/jpeg;base64,')
  expect(endless).toMatchObject({ width: 800, height: 800, thumbnail: null })
})

test('data that a phone appends to a picture are ignored', async () => {
  const film = Buffer.alloc(7_000_000, Buffer.from('balcão ÿÚ', 'latin1'))
  expect((await measure(parse, scanned(800, 12, film), 'image')).thumbnail).toStartWith('data:image/jpeg;base64,')
  const endless = await measure(parse, scanned(800, 1_000, film), 'image')
  expect(endless).toMatchObject({ width: 800, height: 800, thumbnail: null })
})

test('a vast colour profile stays out of the thumbnail, and one that unpacks to 100 MB is not unpacked', async () => {
  const profile = (bytes: number) =>
    chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(bytes))]))
  const [large, bomb] = [square(300, profile(2_000_000)), square(200, profile(100_000_000))]
  expect((await measure(parse, large, 'image')).thumbnail?.length).toBeLessThan(3_000)
  expect((await pictureOf(parse, large)).jpegThumbnail?.length).toBeLessThan(3_000)
  expect(await measure(parse, bomb, 'image')).toMatchObject({ thumbnail: null })
})
