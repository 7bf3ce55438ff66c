/** Whether the disk is full. Checked when a write failed, and from then on until one succeeds. */
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
    /** Any error of a write. */
    noteError(error: unknown) {
      if (isStorageFull(error)) look()
    },
  }
}

const RESERVE = 512 * 1024 * 1024

/**
 * Whether a file of so many bytes leaves space for messages. Anybody can send files without end, so half a gigabyte of
 * the disk, of a small disk a tenth, is kept from files.
 */
export function leavesSpace(folder: string, bytes: number): boolean {
  const { blocks, bavail, bsize } = statfsSync(folder)
  return bavail * bsize - bytes >= Math.min(RESERVE, (blocks * bsize) / 10)
}

/** Whether nothing but a full disk is behind this error: a database that cannot be opened may also lie on a disk that can only be read. */
export const isForLackOfSpace = (dataDir: string, error: unknown): boolean =>
  isStorageFull(error) && (!isSqliteError(error) || error.code === 'SQLITE_FULL' || !hasSpace(dataDir))

/** Tries a write: the free space a disk reports ignores quotas. A disk that can only be read is not full. */
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
