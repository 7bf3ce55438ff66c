/**
 * A connection of our own to a database, open as long as its company is owned here. So the log and its index stay when the
 * product closes its connection, and only we move frames into the database file.
 */
import Sqlite from 'better-sqlite3'
import { isSamePosition, openWalIndex, type WalIndex, type WalPosition } from './wal-index'

export type Keeper = {
  readonly name: string
  readonly path: string
  readonly pageSize: number
  /** Size of the database in pages when it was opened. */
  readonly pages: number
  readonly index: WalIndex
  /** `user_version`, with what is in the log. */
  version(): number
  /**
   * Moves all frames into the database file if exactly `position` is committed. Returns whether all were moved. Other
   * processes cannot commit meanwhile. Does nothing while another one writes.
   */
  checkpoint(position: WalPosition): boolean
  close(): void
}

export function openKeeper(name: string, path: string): Keeper {
  const raw = connect(path)
  try {
    const pageSize = Number(raw.pragma('page_size', { simple: true }))
    const pages = Number(raw.pragma('page_count', { simple: true })) // this also makes the index
    const index = openWalIndex(path)
    return {
      name,
      path,
      pageSize,
      pages,
      index,
      version: () => Number(raw.pragma('user_version', { simple: true })),
      checkpoint: (position) => checkpointAt(raw, path, index, position),
      close() {
        raw.close()
        index.close()
      },
    }
  } catch (error) {
    raw.close()
    throw error
  }
}

function connect(path: string): Sqlite.Database {
  const raw = new Sqlite(path, { fileMustExist: true, timeout: 0 })
  const mode = raw.pragma('journal_mode', { simple: true })
  if (mode !== 'wal') {
    raw.close()
    throw new Error(`${path}: the journal mode must be wal, not ${String(mode)}`)
  }
  raw.pragma('synchronous = FULL')
  raw.pragma('wal_autocheckpoint = 0')
  return raw
}

function checkpointAt(raw: Sqlite.Database, path: string, index: WalIndex, position: WalPosition): boolean {
  const guard = connect(path)
  try {
    guard.exec('BEGIN IMMEDIATE')
    const now = index.read()
    if (!now || !isSamePosition(now, position)) return false
    raw.pragma('wal_checkpoint(PASSIVE)')
    return index.read()?.backfilled === position.frame
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false
    throw error
  } finally {
    guard.close()
  }
}
