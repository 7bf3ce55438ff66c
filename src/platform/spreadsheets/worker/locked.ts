/** Recognises OpenDocument files that need a password, which the library takes for damaged ones. */
import { inflateRawSync } from 'node:zlib'

const NAME = Buffer.from('META-INF/manifest.xml')
const HEADER = 30
const MAX_SCANNED_BYTES = 1_000_000

/** Whether the manifest, which itself is not encrypted, tells how other parts are. */
export function isLockedDocument(bytes: Buffer): boolean {
  const at = bytes.indexOf(NAME) - HEADER
  if (at < 0) return false
  const isPacked = bytes.readUInt16LE(at + 8) === 8
  const from = at + HEADER + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const data = bytes.subarray(from, from + MAX_SCANNED_BYTES)
  try {
    return (isPacked ? inflateRawSync(data, { maxOutputLength: MAX_SCANNED_BYTES }) : data).includes(
      'manifest:encryption-data',
    )
  } catch {
    return false
  }
}
