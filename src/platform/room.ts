/** Is there room on the disk? Looked at when something could not be written, and from then on until it could be. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isStorageFull } from './sqlite'

/** What a trial takes: more than the messages of a moment. */
const ENOUGH = Buffer.alloc(256 * 1024)
export const trialPath = (dataDir: string) => join(dataDir, '.room')

export type Room = ReturnType<typeof createRoom>

export function createRoom(dataDir: string, changed: (isFull: boolean) => void) {
  let isFull = false
  const look = () => {
    const before = isFull
    isFull = !hasRoom(dataDir)
    if (isFull !== before) changed(isFull)
  }
  return {
    isFull: () => isFull,
    look,
    /** Any error of somebody who writes. */
    noteError(error: unknown) {
      if (isStorageFull(error)) look()
    },
  }
}

/** By trying: what a disk says of its room knows no quotas. */
function hasRoom(dataDir: string): boolean {
  try {
    writeFileSync(trialPath(dataDir), ENOUGH, { mode: 0o600 })
    return true
  } catch (error) {
    return !isStorageFull(error)
  } finally {
    rmSync(trialPath(dataDir), { force: true })
  }
}
