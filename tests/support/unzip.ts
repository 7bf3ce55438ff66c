import { inflateRawSync } from 'node:zlib'

/** The files of a zip archive, by its directory. */
export function unzip(bytes: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer> = {}
  let at = bytes.readUInt32LE(bytes.length - 6)
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [packed, nameLength, offset] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const start = offset + 30 + bytes.readUInt16LE(offset + 26)
    files[name] = inflateRawSync(bytes.subarray(start, start + packed))
    at += 46 + nameLength
  }
  return files
}
