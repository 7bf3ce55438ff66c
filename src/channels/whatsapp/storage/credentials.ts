/** Credentials, Signal keys (one row each) and journal of one connection, in the company's session.db. */
import { DecryptionFailed } from '../../../platform/encryption'
import { getRow } from '../../../platform/sql'
import { statement } from '../../../platform/sqlite'
import type { Baileys, Creds } from '../baileys/baileys'
import { type InboxRow, type NewInboxRow, openInboxRows } from '../receiving/inbox-rows'
import type { SessionContext } from '../session/context'
import { decode } from './encoding'
import { decryptRow, encryptRow, type Store } from './encrypted-rows'

export type Credentials = ReturnType<typeof openCredentials>

/** Contents of one commit: encoded values by type and id (null removes), and the messages decrypted with them. */
export type Changes = {
  readonly values: ReadonlyMap<string, ReadonlyMap<string, string | null>>
  readonly journal: readonly NewInboxRow[]
}

/**
 * Stored credentials of a connection: of a linked phone, of a pairing attempt, or encrypted with another secret.key.
 */
export type StoredState = 'nothing' | 'attempt' | 'paired' | 'locked'

/** Works without loading Baileys. */
export function whatIsStored(store: Store): StoredState {
  const row = getRow<{ value: string }>(
    store.db,
    `SELECT value FROM session_rows WHERE connection_id = ? AND type = 'creds' AND id = ''`,
    store.ref.connectionId,
  )
  return row ? whatIs(row.value, store) : 'nothing'
}

/** `value` is a stored row of credentials. */
export function whatIs(value: string, store: Omit<Store, 'db'>): Exclude<StoredState, 'nothing'> {
  try {
    return hasAccount(JSON.parse(decryptRow(store, 'creds', '', value))) ? 'paired' : 'attempt'
  } catch (error) {
    if (error instanceof DecryptionFailed) return 'locked'
    throw error
  }
}

/** Whether a phone has linked with these credentials. Before that they belong to a pairing attempt. */
export function hasAccount(creds: Pick<Creds, 'account' | 'me'>): boolean {
  return Boolean(creds.account && creds.me)
}

type Context = Pick<SessionContext, 'db' | 'ref' | 'encryption' | 'limits'>

export function openCredentials(context: Context, baileys: Baileys) {
  const { db, ref, limits } = context
  const { connectionId } = ref
  db.pragma('synchronous = FULL')
  const sql = {
    read: statement<[number, string, string], { value: string }>(
      db,
      'SELECT value FROM session_rows WHERE connection_id = ? AND type = ? AND id = ?',
    ),
    write: statement(db, 'INSERT OR REPLACE INTO session_rows (connection_id, type, id, value) VALUES (?, ?, ?, ?)'),
    devices: statement<[number, string, string], { id: string }>(
      db,
      "SELECT id FROM session_rows WHERE connection_id = ? AND type = 'session' AND id > ? AND id < ?",
    ),
    remove: statement(db, 'DELETE FROM session_rows WHERE connection_id = ? AND type = ? AND id = ?'),
  }
  const inbox = openInboxRows(db, connectionId)
  let settled: readonly InboxRow[] = []
  let forgetting: ReturnType<typeof setTimeout> | undefined

  const writeAll = db.transaction(({ values, journal }: Changes) => {
    for (const [type, ids] of values) {
      for (const [id, value] of ids) {
        if (value === null) sql.remove.run(connectionId, type, id)
        else sql.write.run(connectionId, type, id, encryptRow(context, type, id, value))
      }
    }
    for (const { seq } of settled) inbox.remove(seq)
    return journal.map((row) => inbox.add(row))
  })

  /** Commits one transaction, durable when it returns. Returns the journal's new rows. */
  function commit(changes: Changes): readonly InboxRow[] {
    const journaled = writeAll.immediate(changes)
    settled = []
    clearTimeout(forgetting)
    forgetting = undefined
    return journaled
  }
  function forgetNow(): void {
    clearTimeout(forgetting)
    forgetting = undefined
    try {
      if (settled.length > 0) commit({ values: new Map(), journal: [] })
    } catch {
      // Disk full: they stay until a commit succeeds.
    }
  }
  const read = (type: string, id: string): string | null => {
    const row = sql.read.get(connectionId, type, id)
    return row ? decryptRow(context, type, id, row.value) : null
  }

  return {
    commit,
    read,
    /** Devices of a user, an address without domain, with which there is a session. */
    devicesOf: (user: string): readonly string[] =>
      sql.devices.all(connectionId, `${user}.`, `${user}/`).map(({ id }) => id.slice(user.length + 1)),
    journal: inbox.list,
    /**
     * Not urgent: deleted with the next commit, which avoids an extra flush, or after a delay. After a crash before
     * that they are reported twice, and our server recognises the ids.
     */
    forget(rows: readonly InboxRow[]): void {
      settled = [...settled, ...rows]
      forgetting ??= setTimeout(forgetNow, limits.forget)
    },
    forgetNow,
    load(): Creds | null {
      const text = read('creds', '')
      return text === null ? null : (decode('creds', text, baileys) as Creds) // written from Creds alone
    },
    /** The other address of a number/LID pair, if this account knows it. */
    otherHalf(kind: 'phone' | 'lid', value: string): string | null {
      const text = read('lid-mapping', kind === 'phone' ? value : `${value}_reverse`)
      const half = text === null ? null : decode('lid-mapping', text, baileys)
      return typeof half === 'string' ? half : null
    },
  }
}
