/** Voice notes of silence, as Opus in Ogg. */
import type { File } from '../media/store'

/** An Opus packet of 20 ms of silence at 48 kHz. */
const SILENCE = Buffer.of(0xf8, 0xff, 0xfe)
const SAMPLES = 960
const PACKETS_PER_SECOND = 50
const [FIRST_PAGE, LAST_PAGE] = [2, 4]
const POLYNOMIAL = 0x04c11db7

export function voiceNote(seconds: number): File {
  const head = Buffer.from('OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0', 'latin1')
  const tags = Buffer.from('OpusTags\x06\0\0\0balcao\0\0\0\0', 'latin1')
  const pages = [
    page([head], { number: 0, samples: 0, flags: FIRST_PAGE }),
    page([tags], { number: 1, samples: 0, flags: 0 }),
  ]
  for (let second = 1; second <= seconds; second++) {
    const packets = Array.from({ length: PACKETS_PER_SECOND }, () => SILENCE)
    const samples = second * PACKETS_PER_SECOND * SAMPLES
    pages.push(page(packets, { number: second + 1, samples, flags: second === seconds ? LAST_PAGE : 0 }))
  }
  return { bytes: Buffer.concat(pages), mimetype: 'audio/ogg; codecs=opus', name: 'voz.ogg' }
}

function page(
  packets: Buffer[],
  { number, samples, flags }: { number: number; samples: number; flags: number },
): Buffer {
  const header = Buffer.alloc(27)
  header.write('OggS', 0)
  header.writeUInt8(flags, 5)
  header.writeBigUInt64LE(BigInt(samples), 6)
  header.writeUInt32LE(1, 14)
  header.writeUInt32LE(number, 18)
  header.writeUInt8(packets.length, 26)
  const whole = Buffer.concat([header, Buffer.from(packets.map(({ length }) => length)), ...packets])
  whole.writeUInt32LE(checksum(whole), 22)
  return whole
}

/** Ogg's CRC: not reflected, initial value zero. */
function checksum(bytes: Buffer): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ POLYNOMIAL : sum << 1
  }
  return sum >>> 0
}
