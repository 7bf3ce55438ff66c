/** Parts of a history that arrived and are not completely imported yet, in order of arrival. */
import type { Database } from 'better-sqlite3'
import { statement } from '../../../platform/sqlite'
import type { InboxRow } from '../receiving/inbox-rows'

type Row = { readonly id: number; readonly attrs: string; readonly plain: Uint8Array }
export type Part = { readonly id: number; readonly row: InboxRow }

export function openParts(db: Database, connectionId: number) {
  const copy = statement(
    db,
    `INSERT INTO history_parts (connection_id, attrs, plain)
     SELECT connection_id, attrs, plain FROM inbox WHERE connection_id = ? AND seq = ?`,
  )
  const leave = statement(db, 'DELETE FROM inbox WHERE connection_id = ? AND seq = ?')
  const first = statement<[number], Row>(
    db,
    'SELECT id, attrs, plain FROM history_parts WHERE connection_id = ? AND failure IS NULL ORDER BY id LIMIT 1',
  )
  const failed = statement<[number], string>(
    db,
    'SELECT failure FROM history_parts WHERE connection_id = ? AND failure IS NOT NULL ORDER BY id LIMIT 1',
  ).pluck()
  const fail = statement(db, 'UPDATE history_parts SET failure = ?, plain = zeroblob(0) WHERE id = ?')
  const remove = statement(db, 'DELETE FROM history_parts WHERE id = ?')
  const clear = statement(db, 'DELETE FROM history_parts WHERE connection_id = ?')

  const move = db.transaction((seq: number) => {
    copy.run(connectionId, seq)
    leave.run(connectionId, seq)
  })
  /** Rows that could not be moved because the disk was full; they stay in the journal. */
  let left: readonly InboxRow[] = []

  function keepLeft(): void {
    for (let [row] = left; row; [row] = left) {
      move.immediate(row.seq)
      left = left.slice(1)
    }
  }

  function findFirst(): Part | null {
    const found = first.get(connectionId)
    return found
      ? { id: found.id, row: { seq: found.id, attrs: JSON.parse(found.attrs), plain: found.plain, me: null } }
      : null
  }

  return {
    /**
     * Moves a row out of the journal, where it was stored together with its ratchet. If it throws, `keepLeft` tries
     * again.
     */
    keep(row: InboxRow): void {
      left = [...left, row]
      keepLeft()
    },
    keepLeft,
    first: findFirst,
    isEmpty: (): boolean => left.length === 0 && findFirst() === null,
    remove: (id: number): void => void remove.run(id),
    /** Gives up the part. The failure is kept until the import ends. */
    fail: (id: number, failure: string): void => void fail.run(failure, id),
    failure: (): string | null => failed.get(connectionId) ?? null,
    clear(): void {
      left = []
      clear.run(connectionId)
    },
  }
}
