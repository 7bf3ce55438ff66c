/** Sample files of every kind we parse, and broken copies from a fixed seed. */
import { BlobSource, BufferTarget, Conversion, Input, Mp4OutputFormat, OGG, Output, WebMOutputFormat } from 'mediabunny'
import { voiceNote } from '../../src/simulator/play/voice'
import { PNG } from './pixel'
import { createRandom } from './random'

/** An ADTS frame of length 0, on which a frame reader loops for ever. */
export const endlessAac = Buffer.from('fff1508000000089504e470d001a0a', 'hex')
/** A FLAC whose metadata never ends. */
export const endlessFlac = Buffer.from(`664c614300000022${'ff'.repeat(40)}`, 'hex')
/** A JPEG header followed by nothing but markers. */
export const jpegOfMarkers = (bytes: number) => Buffer.concat([Buffer.of(0xff, 0xd8, 0xff), Buffer.alloc(bytes, 0xff)])

/** Samples in a frame of FLAC. */
const BLOCK = 4096
const ogg = Buffer.from(voiceNote(2).bytes)
const picture = () => new Bun.Image(PNG).resize(60, 40, { fit: 'fill' })

export const samples: Readonly<Record<string, Buffer>> = {
  png: Buffer.from(await picture().png().toBuffer()),
  jpeg: Buffer.from(await picture().jpeg({ quality: 80 }).toBuffer()),
  webp: Buffer.from(await picture().webp({ quality: 80 }).toBuffer()),
  ogg,
  webm: await inContainer(new WebMOutputFormat()),
  mp4: await inContainer(new Mp4OutputFormat()),
  wav: wav(8_000, 1),
  mp3: Buffer.concat(Array<Buffer>(80).fill(frame('fffb9000', 417))),
  aac: Buffer.concat(Array<Buffer>(80).fill(frame('fff150800d7ffc', 107))),
  flac: flac(8_000, 4),
}
export const isPicture = (kind: string) => ['png', 'jpeg', 'webp'].includes(kind)

/** A WebM with only void elements. */
export const webmOfVoids = (bytes: number) => {
  const webm = Buffer.from(samples.webm ?? ogg)
  const segment = webm.indexOf(Buffer.from('18538067', 'hex'))
  const unknownSize = Buffer.from('1853806701ffffffffffffff', 'hex')
  return Buffer.concat([webm.subarray(0, segment), unknownSize, Buffer.alloc(bytes, Buffer.of(0xec, 0x80))])
}
/** An MP4 with only empty boxes. */
export const mp4OfBoxes = (bytes: number) =>
  Buffer.concat([
    Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom', 'latin1'),
    Buffer.alloc(bytes, Buffer.from('\0\0\0\x08free', 'latin1')),
  ])

/** Copies that are truncated, partly zeroed, with a length of 0 or 2^31 somewhere, or with a repeated part. */
export function brokenCopies(sample: Buffer, seed: number, count: number): Buffer[] {
  const random = createRandom(seed)
  const place = () => random.below(Math.min(sample.length, random.oneIn(2) ? 64 : sample.length))
  const breaks = [
    () => sample.subarray(0, place()),
    () => {
      const at = place()
      return Buffer.from(sample).fill(0, at, Math.min(sample.length, at + random.between(1, 64)))
    },
    () => withNumber(sample, place(), 0),
    () => withNumber(sample, place(), 2 ** 31),
    () => withNumber(sample, place(), 0xffffffff),
    () => {
      const at = place()
      const part = sample.subarray(at, at + random.between(1, 40))
      return Buffer.concat([sample.subarray(0, at), ...Array<Buffer>(random.between(2, 5_000)).fill(part)])
    },
  ]
  return Array.from({ length: count }, () => random.pick(breaks)())
}

function withNumber(sample: Buffer, at: number, number: number): Buffer {
  const copy = Buffer.concat([sample, Buffer.alloc(4)]) // room for one at the end
  copy.writeUInt32BE(number, at)
  return copy.subarray(0, sample.length)
}

async function inContainer(format: WebMOutputFormat | Mp4OutputFormat): Promise<Buffer> {
  const input = new Input({ formats: [OGG], source: new BlobSource(new Blob([ogg])) })
  const output = new Output({ format, target: new BufferTarget() })
  await (await Conversion.init({ input, output })).execute()
  return Buffer.from(output.target.buffer ?? new ArrayBuffer(0))
}

function wav(rate: number, seconds: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + rate * seconds, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(rate * seconds, 40)
  return Buffer.concat([head, Buffer.alloc(rate * seconds, 128)])
}

function frame(head: string, bytes: number): Buffer {
  const whole = Buffer.alloc(bytes)
  whole.write(head, 'hex')
  return whole
}

/** Silence, one channel of 16 bits. */
function flac(rate: number, frames: number): Buffer {
  const info = Buffer.alloc(34)
  info.writeUInt16BE(BLOCK, 0)
  info.writeUInt16BE(BLOCK, 2)
  info.writeUIntBE(rate << 4, 10, 3)
  info.writeUInt8(0xf0, 13)
  info.writeUInt32BE(BLOCK * frames, 14)
  const all = Array.from({ length: frames }, (_, number) => {
    const head = Buffer.of(0xff, 0xf8, 0xc4, 0x08, number)
    const body = Buffer.concat([head, Buffer.of(remainder(head, 0x07, 8)), Buffer.alloc(3)])
    const sum = remainder(body, 0x8005, 16)
    return Buffer.concat([body, Buffer.of(sum >> 8, sum & 0xff)])
  })
  return Buffer.concat([Buffer.from('fLaC\x80\0\0\x22', 'latin1'), info, ...all])
}

/** CRC with so many bits. */
function remainder(bytes: Buffer, polynomial: number, bits: 8 | 16): number {
  const top = 1 << (bits - 1)
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << (bits - 8)
    for (let bit = 0; bit < 8; bit++)
      sum = sum & top ? ((sum << 1) ^ polynomial) & (2 * top - 1) : (sum << 1) & (2 * top - 1)
  }
  return sum
}
