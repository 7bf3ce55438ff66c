/** The journal's table: decrypted messages that our server has not confirmed as stored, in order of arrival. */
import type { Database } from 'better-sqlite3'
import { getRows } from '../../../platform/sql'
import { statement } from '../../../platform/sqlite'
import type { Creds } from '../baileys/baileys'

/** Type of journal rows within Baileys' key transactions. */
export const INBOX = 'x-inbox'

/** An account's own JIDs. */
export type Me = { readonly id: string; readonly lid?: string | undefined }

/**
 * `plain` is empty if only the phone has the content. `me`: the account that received it; null in rows of earlier
 * versions.
 */
export type NewInboxRow = {
  readonly attrs: Readonly<Record<string, string>>
  readonly plain: Uint8Array
  readonly me: Me | null
}
export type InboxRow = NewInboxRow & { readonly seq: number }

export function openInboxRows(db: Database, connectionId: number) {
  const last = statement<[number], { seq: number | null }>(
    db,
    'SELECT max(seq) AS seq FROM inbox WHERE connection_id = ?',
  )
  let seq = last.get(connectionId)?.seq ?? 0
  const insert = statement(db, 'INSERT INTO inbox (connection_id, seq, attrs, plain, me) VALUES (?, ?, ?, ?, ?)')
  const remove = statement(db, 'DELETE FROM inbox WHERE connection_id = ? AND seq = ?')
  return {
    /** Call both only inside a transaction. */
    add(row: NewInboxRow): InboxRow {
      seq += 1
      insert.run(connectionId, seq, JSON.stringify(row.attrs), row.plain, JSON.stringify(row.me))
      return { ...row, seq }
    },
    remove: (old: number): void => void remove.run(connectionId, old),
    list: (): InboxRow[] =>
      getRows<{ seq: number; attrs: string; plain: Uint8Array; me: string | null }>(
        db,
        'SELECT seq, attrs, plain, me FROM inbox WHERE connection_id = ? ORDER BY seq',
        connectionId,
      ).map((row) => ({ ...row, attrs: JSON.parse(row.attrs), me: JSON.parse(row.me ?? 'null') })),
  }
}

export const meOf = ({ me }: Creds): Me | null => (me ? { id: me.id, lid: me.lid } : null)
