/** Tracks whether the disk is full: checked after a failed write, then repeatedly until a write succeeds. */
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSqliteError, isStorageFull } from './sqlite'

/** Size of the trial write: more than a few messages need. */
const ENOUGH = Buffer.alloc(256 * 1024)
export const trialPath = (dataDir: string) => join(dataDir, '.room')

export type DiskSpace = ReturnType<typeof watchDiskSpace>

export function watchDiskSpace(dataDir: string, changed: (isFull: boolean) => void) {
  let isFull = false
  const look = () => {
    const before = isFull
    isFull = !hasSpace(dataDir)
    if (isFull !== before) changed(isFull)
  }
  return {
    isFull: () => isFull,
    look,
    /** Call it with any write error. */
    noteError(error: unknown) {
      if (isStorageFull(error)) look()
    },
  }
}

const RESERVE = 512 * 1024 * 1024

/**
 * Whether storing a file of this size leaves space for messages. Anybody can send files without end, so half a gigabyte
 * (a tenth of a small disk) is reserved.
 */
export function leavesSpace(folder: string, bytes: number): boolean {
  const { blocks, bavail, bsize } = statfsSync(folder)
  return bavail * bsize - bytes >= reserveOf(blocks * bsize)
}

/** Bytes of a disk of this size that are kept for messages. */
export const reserveOf = (diskBytes: number): number => Math.min(RESERVE, diskBytes / 10)

/**
 * Whether the error is due to a full disk alone. SQLite reports a database it cannot open in the same way on a
 * read-only disk.
 */
export const isForLackOfSpace = (dataDir: string, error: unknown): boolean =>
  isStorageFull(error) && (!isSqliteError(error) || error.code === 'SQLITE_FULL' || !hasSpace(dataDir))

/** Tries a write, because the reported free space ignores quotas. A read-only disk does not count as full. */
function hasSpace(dataDir: string): boolean {
  try {
    try {
      writeFileSync(trialPath(dataDir), ENOUGH, { mode: 0o600 })
    } finally {
      rmSync(trialPath(dataDir), { force: true })
    }
    return true
  } catch (error) {
    return !isStorageFull(error)
  }
}
