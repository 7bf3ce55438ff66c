/**
 * Encrypts the rows of session.db that would allow taking over the account: credentials, private pre-keys, and keys of
 * the account's settings. Signal sessions change with every message and are not encrypted.
 */
import type { Database } from 'better-sqlite3'
import { type Encryption, isEncrypted } from '../../../platform/encryption'
import { checkpoint, isSqliteError, keepsLogs } from '../../../platform/sqlite'
import type { ConnectionRef } from '../../channel'

/** A connection's rows and their encryption. */
export type Store = { readonly db: Database; readonly ref: ConnectionRef; readonly encryption: Encryption }

const encryptedTypes: ReadonlySet<string> = new Set(['creds', 'pre-key', 'app-state-sync-key'])
/** Flag that the migration left in `facts` (session-schema.ts). */
const UNENCRYPTED = 'credentials.unencrypted'

export function encryptRow({ ref, encryption }: Omit<Store, 'db'>, type: string, id: string, value: string): string {
  return encryptedTypes.has(type) ? encryption.encrypt(value, nameOf(ref, type, id)) : value
}

/** Throws `DecryptionFailed`. Returns rows of an earlier version as they are. */
export function decryptRow({ ref, encryption }: Omit<Store, 'db'>, type: string, id: string, value: string): string {
  return isEncrypted(value) ? encryption.decrypt(value, nameOf(ref, type, id)) : value
}

/** A row is valid only in its own company, connection and place. */
const nameOf = ({ tenantUuid, connectionId }: ConnectionRef, type: string, id: string): string =>
  JSON.stringify([tenantUuid, connectionId, type, id])

/**
 * Encrypts the rows of an earlier version, once per file, and rewrites the file, because its free pages still hold the
 * old text. If that fails (disk full, file in use, damage elsewhere in the file), the next opening tries again; until
 * then rows are read as they are.
 */
export function encryptStored(db: Database, tenantUuid: string, encryption: Encryption): void {
  if (!db.prepare('SELECT 1 FROM facts WHERE name = ?').get(UNENCRYPTED)) return
  try {
    encryptAll(db, tenantUuid, encryption)
    rewrite(db)
    if (keepsLogs() || isCheckpointed(db)) db.prepare('DELETE FROM facts WHERE name = ?').run(UNENCRYPTED)
  } catch (error) {
    if (!isSqliteError(error)) throw error
  }
}

/** Idempotent, because a crash may come between the two steps. */
function encryptAll(db: Database, tenantUuid: string, encryption: Encryption): void {
  const types = [...encryptedTypes].map((type) => `'${type}'`).join(', ')
  db.function('encrypted', (connectionId: number, type: string, id: string, value: string) =>
    isEncrypted(value) ? value : encryptRow({ ref: { tenantUuid, connectionId }, encryption }, type, id, value),
  )
  db.exec(`UPDATE session_rows SET value = encrypted(connection_id, type, id, value) WHERE type IN (${types})`)
  db.exec(
    `UPDATE archived_rows AS r SET value = encrypted(a.connection_id, r.type, r.id, r.value)
     FROM archives a WHERE a.id = r.archive_id AND r.type IN (${types})`,
  )
}

/**
 * Uses a temporary file on disk: in memory, where our temporary data usually is, it would take as much as the file's
 * size.
 */
function rewrite(db: Database): void {
  db.pragma('temp_store = FILE')
  try {
    db.exec('VACUUM')
  } finally {
    db.pragma('temp_store = MEMORY')
  }
}

/** Whether the write-ahead log is empty. In a fleet the company's keeper sees to that soon. */
function isCheckpointed(db: Database): boolean {
  const [result] = checkpoint(db) as { busy: number }[] // SQLite's own column
  return result?.busy === 0
}
