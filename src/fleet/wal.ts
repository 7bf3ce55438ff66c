/** Reads committed frames of a database's write-ahead log: https://sqlite.org/fileformat2.html#walformat */
import { closeSync, openSync, readSync } from 'node:fs'
import { isSameLog, type WalPosition, type WalState } from './wal-index'

export const WAL_HEADER_BYTES = 32
export const FRAME_HEADER_BYTES = 24
const MAGIC = 0x377f0682

export type WalHeader = {
  readonly pageSize: number
  /** How many times the log was started anew. */
  readonly checkpoint: number
  readonly salt1: number
  readonly salt2: number
}
export type FrameHeader = WalPosition & { readonly page: number; readonly sizeAfter: number }

/** The log does not hold the frames that were committed. */
export class FramesGone extends Error {}

export const frameOffset = (frame: number, pageSize: number): number =>
  WAL_HEADER_BYTES + (frame - 1) * (FRAME_HEADER_BYTES + pageSize)

/** Undefined if there is no log, or none was begun. */
export function readWalHeader(fd: number): WalHeader | undefined {
  const bytes = Buffer.alloc(WAL_HEADER_BYTES)
  if (readSync(fd, bytes, 0, WAL_HEADER_BYTES, 0) < WAL_HEADER_BYTES) return undefined
  const magic = bytes.readUInt32BE(0)
  if (magic !== MAGIC && magic !== MAGIC + 1) return undefined
  const pageSize = bytes.readUInt32BE(8)
  return {
    pageSize: pageSize === 1 ? 65_536 : pageSize,
    checkpoint: bytes.readUInt32BE(12),
    salt1: bytes.readUInt32BE(16),
    salt2: bytes.readUInt32BE(20),
  }
}

export const frameHeaderAt = (bytes: Buffer, at: number, frame: number): FrameHeader => ({
  frame,
  page: bytes.readUInt32BE(at),
  sizeAfter: bytes.readUInt32BE(at + 4),
  salt1: bytes.readUInt32BE(at + 8),
  salt2: bytes.readUInt32BE(at + 12),
  checksum1: bytes.readUInt32BE(at + 16),
  checksum2: bytes.readUInt32BE(at + 20),
})

/** Frames from `after` on, up to and with `to`. */
export type FrameRange = { readonly after: number; readonly to: number }

/** What to read of a log that was read up to `known`. `lost`: frames were overwritten before they were read. */
export type Reading = { readonly range: FrameRange; readonly startsAnew: boolean }

export const nextRange = (known: WalPosition, now: WalState): Reading => {
  if (!isSameLog(known, now)) return { range: { after: 0, to: now.frame }, startsAnew: true }
  if (now.frame < known.frame)
    throw new FramesGone(`the log has ${now.frame} frames, but ${known.frame} were read under the same salts`)
  return { range: { after: known.frame, to: now.frame }, startsAnew: false }
}

/** An open log. Close it after each cut: SQLite deletes and makes the file anew. */
export function openWal(databasePath: string, pageSize: number) {
  const fd = openSync(`${databasePath}-wal`, 'r')
  const stride = FRAME_HEADER_BYTES + pageSize
  const header = Buffer.alloc(FRAME_HEADER_BYTES)

  const readAt = (bytes: Buffer, length: number, at: number) => {
    if (readSync(fd, bytes, 0, length, at) !== length) throw new FramesGone('the log is shorter than its index says')
  }
  const check = (found: FrameHeader, log: WalPosition): FrameHeader => {
    if (!isSameLog(found, log)) throw new FramesGone(`frame ${found.frame} was overwritten`)
    if (found.page === 0) throw new FramesGone(`frame ${found.frame} has no page`)
    return found
  }

  return {
    header: (): WalHeader | undefined => readWalHeader(fd),

    /** Only the header. Throws `FramesGone` if it is of another log than `log`. */
    frame(frame: number, log: WalPosition): FrameHeader {
      readAt(header, FRAME_HEADER_BYTES, frameOffset(frame, pageSize))
      return check(frameHeaderAt(header, 0, frame), log)
    },

    /** Reads a whole frame, header and page, into `into`. Returns the page's number. */
    page(frame: number, log: WalPosition, into: Buffer): number {
      readAt(into, stride, frameOffset(frame, pageSize))
      return check(frameHeaderAt(into, 0, frame), log).page
    },

    close: (): void => closeSync(fd),
  }
}
export type Wal = ReturnType<typeof openWal>
