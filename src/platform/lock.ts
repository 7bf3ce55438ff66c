/** Locks a data folder for one process: two would open the same WhatsApp sessions and lose both. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { isSqliteError } from './sqlite'

export class DataFolderInUse extends Error {
  constructor(dataDir: string) {
    super(`${dataDir} is in use by another balcao process`)
    this.name = 'DataFolderInUse'
  }
}

/** Folders locked by this process. */
const held = new Set<string>()

/** The operating system releases the lock when the process ends, however it dies. Throws `DataFolderInUse`. */
export function lockDataFolder(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = new Sqlite(join(dataDir, 'lock.db'), { timeout: 0 })
  try {
    lock.pragma('locking_mode = EXCLUSIVE')
    lock.exec('BEGIN EXCLUSIVE')
    held.add(dataDir)
    return {
      release() {
        held.delete(dataDir)
        lock.close()
      },
    }
  } catch (error) {
    lock.close()
    if (isSqliteError(error) && error.code.startsWith('SQLITE_BUSY')) throw new DataFolderInUse(dataDir)
    throw error
  }
}

/** Whether another process has locked it. */
export function isInUse(dataDir: string): boolean {
  if (held.has(dataDir)) return false
  try {
    lockDataFolder(dataDir).release()
    return false
  } catch (error) {
    if (error instanceof DataFolderInUse) return true
    throw error
  }
}
