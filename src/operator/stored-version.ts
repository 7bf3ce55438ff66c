/** Schema versions of files that SQLite must not open: in a fleet a folder has copies beside what its node owns. */
import { closeSync, openSync, readSync } from 'node:fs'

const MAGIC = 'SQLite format 3\0'
/** Of `user_version` in the header. */
const VERSION_AT = 60
const HEADER_BYTES = 100

/**
 * Reads the file without its log, so a commit that is only there is not seen. Undefined if it is no database. Not for files that
 * this process has open: closing them would drop SQLite's locks.
 */
export function readStoredVersion(path: string): number | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      const header = Buffer.alloc(HEADER_BYTES)
      const isWhole = readSync(file, header) === HEADER_BYTES && header.toString('latin1', 0, MAGIC.length) === MAGIC
      return isWhole ? header.readUInt32BE(VERSION_AT) : undefined
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined // it is not there
  }
}
