/** Archived credentials of ended sessions: never deleted, and restorable. */
import type { Database } from 'better-sqlite3'
import { GROUP } from '../groups/group-rows'
import { whatIs } from './credentials'
import type { Store } from './encrypted-rows'

export type EndedSession = {
  readonly connectionId: number
  readonly number: string | null
  readonly reason: string
  readonly at: number
}

/** Archives the connection's credentials and keys. The journal stays, because its messages were received. */
export function archiveSession(db: Database, { connectionId, number, reason, at }: EndedSession): number {
  return db
    .transaction(() => {
      const { lastInsertRowid } = db
        .prepare('INSERT INTO archives (connection_id, number, reason, archived_at) VALUES (?, ?, ?, ?)')
        .run(connectionId, number, reason, at)
      db.prepare(
        `INSERT INTO archived_rows (archive_id, type, id, value)
         SELECT ?, type, id, value FROM session_rows WHERE connection_id = ? AND type <> '${GROUP}'`,
      ).run(lastInsertRowid, connectionId)
      discardAttempt(db, connectionId)
      return Number(lastInsertRowid)
    })
    .immediate()
}

/** Newest first. */
export function listArchives(db: Database): (EndedSession & { readonly id: number })[] {
  return db
    .prepare<[], EndedSession & { id: number }>(
      `SELECT id, connection_id AS connectionId, number, reason, archived_at AS at FROM archives ORDER BY archived_at DESC, id DESC`,
    )
    .all()
}

/** Whether an archived session was encrypted with another secret.key. */
export function isLocked(store: Store, archiveId: number): boolean {
  const creds = store.db
    .prepare<[number], { value: string }>(
      `SELECT value FROM archived_rows WHERE archive_id = ? AND type = 'creds' AND id = ''`,
    )
    .get(archiveId)
  return creds !== undefined && whatIs(creds.value, store) === 'locked'
}

/** Restores an archived session. The current one must have been archived before. */
export function restoreSession(db: Database, archiveId: number): void {
  db.transaction(() => {
    const archive = db
      .prepare<[number], { connection_id: number }>('SELECT connection_id FROM archives WHERE id = ?')
      .get(archiveId)
    if (!archive) throw new Error(`no archived session ${archiveId}`)
    db.prepare(
      `INSERT INTO session_rows (connection_id, type, id, value)
       SELECT ?, type, id, value FROM archived_rows WHERE archive_id = ?`,
    ).run(archive.connection_id, archiveId)
  }).immediate()
}

/** Archive reason of a session that was encrypted with another secret.key, when a phone is linked anew. */
export const LOCKED = 'locked'

/** Restores a locked session that was archived for a new linking that nobody completed. */
export function undoLocked(db: Database, connectionId: number): void {
  db.transaction(() => {
    const newest = db
      .prepare<[number], { id: number; reason: string }>(
        'SELECT id, reason FROM archives WHERE connection_id = ? ORDER BY id DESC LIMIT 1',
      )
      .get(connectionId)
    if (newest?.reason !== LOCKED) return
    restoreSession(db, newest.id)
    db.prepare('DELETE FROM archived_rows WHERE archive_id = ?').run(newest.id)
    db.prepare('DELETE FROM archives WHERE id = ?').run(newest.id)
  }).immediate()
}

/**
 * Deletes credentials that were never linked, because they would break the next attempt. The groups stay: comparing
 * them with those of the next account shows which groups that account is not in.
 */
export function discardAttempt(db: Database, connectionId: number): void {
  db.prepare(`DELETE FROM session_rows WHERE connection_id = ? AND type <> '${GROUP}'`).run(connectionId)
}
