/** Small files of every kind, all different. */
import { deflateSync } from 'node:zlib'
import type { FileKind } from './plan'
import { type Random, randomFor } from './random'

export type GeneratedFile = {
  readonly bytes: Buffer
  readonly name: string
  readonly mimetype: string
  readonly sha256: string
}

export function fileFor(seed: number, n: number, kind: FileKind): GeneratedFile {
  const random = randomFor(seed, `file ${n}`)
  const { bytes, ...named } = make[kind](random, n)
  return { ...named, bytes, sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex') }
}

const make: Record<FileKind, (random: Random, n: number) => Omit<GeneratedFile, 'sha256'>> = {
  image: (random, n) => ({ bytes: picture(random), name: `foto-${n}.png`, mimetype: 'image/png' }),
  voice: (random, n) => ({ bytes: voice(random), name: `voz-${n}.ogg`, mimetype: 'audio/ogg; codecs=opus' }),
  document: (random, n) => ({
    bytes: Buffer.concat([Buffer.from('%PDF-1.4\n'), random.bytes(random.between(1_000, 60_000))]),
    name: `nota-${n}.pdf`,
    mimetype: 'application/pdf',
  }),
}

const SIDE = 24

/** A PNG of coloured noise. */
function picture(random: Random): Buffer {
  const rows = Array.from({ length: SIDE }, () => Buffer.concat([Buffer.of(0), random.bytes(SIDE * 3)]))
  const header = Buffer.concat([bigEndian(SIDE), bigEndian(SIDE), Buffer.of(8, 2, 0, 0, 0)])
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), ...parts])
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  return Buffer.concat([bigEndian(content.length), named, bigEndian(Bun.hash.crc32(named))])
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const PACKETS = 50
const SAMPLES_PER_PACKET = 960
/** Opus, 20 ms, one channel. */
const TABLE_OF_CONTENTS = 0x08

/** An OGG of one second; its Opus packets are random bytes, because nobody decodes them. */
function voice(random: Random): Buffer {
  const head = Buffer.concat([Buffer.from('OpusHead'), Buffer.of(1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0)])
  const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.of(4, 0, 0, 0), Buffer.from('fala'), Buffer.alloc(4)])
  const packets = Array.from({ length: PACKETS }, () => Buffer.concat([Buffer.of(TABLE_OF_CONTENTS), random.bytes(60)]))
  return Buffer.concat([head, tags, ...packets].map((packet, index) => oggPage(packet, index)))
}

const FIRST_PAGE = 2
const LAST_PAGE = 4
const HEADERS = 2

function oggPage(packet: Buffer, index: number): Buffer {
  const last = PACKETS + HEADERS - 1
  const header = Buffer.alloc(28)
  header.write('OggS')
  header.writeUInt8(index === 0 ? FIRST_PAGE : index === last ? LAST_PAGE : 0, 5)
  header.writeBigUInt64LE(BigInt(Math.max(0, index - HEADERS + 1) * SAMPLES_PER_PACKET), 6)
  header.writeUInt32LE(1, 14)
  header.writeUInt32LE(index, 18)
  header.writeUInt8(1, 26)
  header.writeUInt8(packet.length, 27)
  const page = Buffer.concat([header, packet])
  page.writeUInt32LE(oggChecksum(page), 22)
  return page
}

/** CRC-32 from the highest bit, as OGG uses it. */
function oggChecksum(bytes: Buffer): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  return crc >>> 0
}
