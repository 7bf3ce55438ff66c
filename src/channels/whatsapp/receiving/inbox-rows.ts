/** The journal's table: what was decrypted and is not yet known to be stored by the house, in the order it came. */
import type { Database } from 'better-sqlite3'

/** The type under which the journal passes through Baileys' key transactions. */
export const INBOX = 'x-inbox'

/** `plain` is empty where only the phone has the content. */
export type NewInboxRow = { readonly attrs: Readonly<Record<string, string>>; readonly plain: Uint8Array }
export type InboxRow = NewInboxRow & { readonly seq: number }

export function openInboxRows(db: Database, connectionId: number) {
  const last = db
    .prepare<[number], { seq: number | null }>('SELECT max(seq) AS seq FROM inbox WHERE connection_id = ?')
    .get(connectionId)
  let seq = last?.seq ?? 0
  const insert = db.prepare('INSERT INTO inbox (connection_id, seq, attrs, plain) VALUES (?, ?, ?, ?)')
  const remove = db.prepare('DELETE FROM inbox WHERE connection_id = ? AND seq = ?')
  return {
    /** Both only inside a transaction. */
    add(row: NewInboxRow): InboxRow {
      seq += 1
      insert.run(connectionId, seq, JSON.stringify(row.attrs), row.plain)
      return { ...row, seq }
    },
    remove: (old: number): void => void remove.run(connectionId, old),
    list: (): InboxRow[] =>
      db
        .prepare<[number], { seq: number; attrs: string; plain: Uint8Array }>(
          'SELECT seq, attrs, plain FROM inbox WHERE connection_id = ? ORDER BY seq',
        )
        .all(connectionId)
        .map((row) => ({ ...row, attrs: JSON.parse(row.attrs) })),
  }
}
