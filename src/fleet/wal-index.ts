/**
 * The header of a database's `-shm`, which says how many frames of the write-ahead log are committed. Frames beyond it
 * belong to a transaction in progress, or to one that was rolled back.
 *
 * A process that closes *any* descriptor of a database or its `-shm` loses all locks that it holds on that file (POSIX),
 * those of SQLite too: another process then takes the file for unused. So a descriptor of a `-shm` is kept here until its
 * file is deleted, and the database itself is never opened except by SQLite. A log has no locks and may be opened freely.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { endianness } from 'node:os'

/** A position in a log: what the first `frame` frames under these salts hold. No frame: what the database file holds. */
export type WalPosition = {
  readonly salt1: number
  readonly salt2: number
  readonly frame: number
  /** The rolling checksum of the last frame. */
  readonly checksum1: number
  readonly checksum2: number
}
/** What is committed. */
export type WalState = WalPosition & {
  /** Size of the database in pages; 0 before the first commit of this log. */
  readonly pages: number
  /** Commits since the `-shm` was made. Counts on when the log starts anew. */
  readonly commits: number
  /** Frames that are in the database file. */
  readonly backfilled: number
}

export const isSamePosition = (one: WalPosition, other: WalPosition): boolean =>
  one.frame === other.frame && isSameLog(one, other)
export type Salts = Pick<WalPosition, 'salt1' | 'salt2'>
export const isSameLog = (one: Salts, other: Salts): boolean => one.salt1 === other.salt1 && one.salt2 === other.salt2

const HEADER_BYTES = 48
const READ_BYTES = 2 * HEADER_BYTES + 4
const VERSION = 3_007_000
const isLittle = endianness() === 'LE'

export type WalIndex = ReturnType<typeof openWalIndex>

/** The database must be open in SQLite, and stay open as long as this is used. */
export function openWalIndex(databasePath: string) {
  const path = `${databasePath}-shm`
  const file = acquire(path)
  const { fd } = file
  const bytes = Buffer.alloc(READ_BYTES)
  const view = new DataView(bytes.buffer, bytes.byteOffset, READ_BYTES)
  const word = (at: number) => view.getUint32(at, isLittle)

  /** Another process may be writing: it writes the second copy first. */
  const isWhole = () =>
    bytes.compare(bytes, HEADER_BYTES, 2 * HEADER_BYTES, 0, HEADER_BYTES) === 0 && bytes[12] === 1 && hasOwnChecksum()

  const hasOwnChecksum = () => {
    let [one, two] = [0, 0]
    for (let at = 0; at < HEADER_BYTES - 8; at += 8) {
      one = (one + word(at) + two) >>> 0
      two = (two + word(at + 4) + one) >>> 0
    }
    return one === word(40) && two === word(44)
  }

  const refresh = (): boolean => {
    for (let tries = 0; tries < READ_TRIES; tries++) {
      if (readSync(fd, bytes, 0, READ_BYTES, 0) === READ_BYTES && isWhole()) return true
    }
    return false
  }

  return {
    /** Undefined while another process changes the header or rebuilds the file. */
    read(): WalState | undefined {
      if (!refresh()) return undefined
      if (word(0) !== VERSION) throw new Error(`${path}: version ${word(0)} of the write-ahead log is not known`)
      return {
        salt1: view.getUint32(32),
        salt2: view.getUint32(36),
        frame: word(16),
        checksum1: word(24),
        checksum2: word(28),
        pages: word(20),
        commits: word(8),
        backfilled: word(96),
      }
    },

    /** Whether exactly this is committed. False if it cannot be read just now. Takes a microsecond. */
    isAt(position: WalPosition): boolean {
      if (!refresh()) return false
      return (
        word(16) === position.frame && view.getUint32(32) === position.salt1 && view.getUint32(36) === position.salt2
      )
    },

    /** After SQLite has closed the database. */
    close: (): void => release(path, file),
  }
}
const READ_TRIES = 20

type KeptFile = { readonly fd: number; users: number }
/** By path. */
const kept = new Map<string, KeptFile>()
/** Paths of files that nobody reads now, and that were not deleted when this was last looked at. */
const unused = new Set<string>()

function acquire(path: string): KeptFile {
  const known = kept.get(path)
  if (known && !isUnlinked(path, known)) {
    known.users++
    unused.delete(path)
    return known
  }
  if (known) drop(path, known)
  const made = { fd: openSync(path, 'r'), users: 1 }
  kept.set(path, made)
  return made
}

/** SQLite deletes the file when the last connection closes. */
function release(path: string, file: KeptFile): void {
  file.users--
  if (file.users === 0) unused.add(path)
  for (const one of unused) {
    const known = kept.get(one)
    if (!known || isUnlinked(one, known)) drop(one, known)
  }
}

function isUnlinked(path: string, { fd }: KeptFile): boolean {
  const [found, own] = [statSync(path, { throwIfNoEntry: false }), fstatSync(fd)]
  return found?.ino !== own.ino || found.dev !== own.dev
}

function drop(path: string, file: KeptFile | undefined): void {
  unused.delete(path)
  kept.delete(path)
  if (file) closeSync(file.fd)
}
