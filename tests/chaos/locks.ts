/** Another process that locks a company's file against writes. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { LockedFile } from './faults'

const PATIENCE_MS = 5_000

export function keepLocks(dataDir: string, uuids: readonly string[]) {
  const held = new Map<string, Sqlite.Database>()
  const pathOf = (company: number, file: LockedFile) => join(dataDir, 'tenants', uuids[company] ?? '', file)
  const release = (path: string) => {
    held.get(path)?.close()
    held.delete(path)
  }
  return {
    lock(company: number, file: LockedFile) {
      const path = pathOf(company, file)
      if (held.has(path)) return
      const db = new Sqlite(path, { timeout: PATIENCE_MS })
      held.set(path, db)
      db.exec('BEGIN IMMEDIATE')
    },
    unlock: (company: number, file: LockedFile) => release(pathOf(company, file)),
    unlockAll() {
      for (const path of [...held.keys()]) release(path)
    },
  }
}
