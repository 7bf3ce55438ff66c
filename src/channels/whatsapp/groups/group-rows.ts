/** The groups of an account, one row each in session.db, so that a restart does not query them again. */
import type { Database } from 'better-sqlite3'
import { statement } from '../../../platform/sqlite'
import type { KnownGroup } from './group-stanzas'

/** The key type of these rows, beside Baileys' own types. */
export const GROUP = 'x-group'

export function openGroupRows(db: Database, connectionId: number) {
  const read = statement<[number, string], { value: string }>(
    db,
    `SELECT value FROM session_rows WHERE connection_id = ? AND type = '${GROUP}' AND id = ?`,
  )
  const list = statement<[number], string>(
    db,
    `SELECT id FROM session_rows WHERE connection_id = ? AND type = '${GROUP}'`,
  ).pluck()
  const write = statement(
    db,
    `INSERT INTO session_rows (connection_id, type, id, value) VALUES (?, '${GROUP}', ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
  )
  const remove = statement(db, `DELETE FROM session_rows WHERE connection_id = ? AND type = '${GROUP}' AND id = ?`)
  return {
    read(id: string): KnownGroup | null {
      const row = read.get(connectionId, id)
      return row ? (JSON.parse(row.value) as KnownGroup) : null // written by `write`
    },
    ids: (): readonly string[] => list.all(connectionId),
    write: (id: string, group: KnownGroup): void => void write.run(connectionId, id, JSON.stringify(group)),
    remove: (id: string): void => void remove.run(connectionId, id),
    /** Writes all in one transaction. */
    together: <T>(work: () => T): T => db.transaction(work).immediate(),
  }
}
