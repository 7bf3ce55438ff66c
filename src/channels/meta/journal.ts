/** The journal's table: parts of webhooks that our server has not confirmed as stored, in order of arrival. */
import { execute, getRows, getValue } from '../../platform/sql'
import { type Raw, statement } from '../../platform/sqlite'
import type { Part, ProductName, StoredPart } from './product'

export type NewPart = Omit<Part, 'to'> & { readonly connectionId: number; readonly product: ProductName }

/** As many are applied in one transaction at most. */
export const PARTS_PER_BATCH = 32

/** In one commit. What is in the journal already is stored once. */
export function storeParts(db: Raw, parts: readonly NewPart[], receivedAt: number): void {
  const insert = statement(
    db,
    `INSERT INTO meta_inbox (connection_id, key, chat, kind, body, received_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  db.transaction(() => {
    for (const { connectionId, product, key, chat, kind, body } of parts)
      insert.run(connectionId, key, chat, `${product}.${kind}`, JSON.stringify(body), receivedAt)
  }).immediate()
}

/** A part whose content is read only when it is applied. `kind` as in the table: the product, a dot, and its own word. */
export type JournalRow = Omit<StoredPart, 'body'> & { readonly json: string }

export function partOf({ json, kind, ...row }: JournalRow): { readonly product: string; readonly part: StoredPart } {
  const [product = '', word = ''] = kind.split('.', 2)
  return { product, part: { ...row, kind: word, body: JSON.parse(json) } } // written by storeParts
}

export const isEcho = ({ kind }: JournalRow): boolean => kind.endsWith('.echo')

export const listParts = (db: Raw, after: number): JournalRow[] =>
  getRows<JournalRow>(
    db,
    `SELECT id, connection_id AS connectionId, key, chat, kind, body AS json, received_at AS receivedAt
     FROM meta_inbox WHERE id > (? + 0) ORDER BY id LIMIT ${PARTS_PER_BATCH}`,
    after,
  )

/** Echoes that wait in this conversation. */
export const listEchoes = (db: Raw, connectionId: number, chat: string): StoredPart[] =>
  getRows<JournalRow>(
    db,
    `SELECT id, connection_id AS connectionId, key, chat, kind, body AS json, received_at AS receivedAt
     FROM meta_inbox WHERE connection_id = ? AND chat = ? AND kind LIKE '%.echo' ORDER BY id LIMIT ${PARTS_PER_BATCH}`,
    [connectionId, chat],
  ).map((row) => partOf(row).part)

/** Whether any that were received in this time wait. */
export const hasParts = (db: Raw, connectionId: number, { from, to }: { readonly from: number; readonly to: number }) =>
  getValue(db, 'SELECT 1 FROM meta_inbox WHERE connection_id = ? AND received_at BETWEEN ? AND ? LIMIT 1', [
    connectionId,
    from,
    to,
  ]) !== undefined

export const removeParts = (db: Raw, ids: readonly number[]): unknown =>
  execute(db, 'DELETE FROM meta_inbox WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))

export const removePartsOf = (db: Raw, connectionId: number): unknown =>
  execute(db, 'DELETE FROM meta_inbox WHERE connection_id = ?', connectionId)
