/** Reads data on disk from a copy, so that the files stay as the kill left them. */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sessionEncryption } from '../../../src/channels/sessions/session-store'
import { defaultLimits } from '../../../src/channels/whatsapp/limits'
import { decryptRow } from '../../../src/channels/whatsapp/storage/encrypted-rows'
import type { Encryption } from '../../../src/platform/encryption'
import { findSecret } from '../../../src/platform/secret'
import { until } from './until'

export type StoredRow = {
  readonly id: number
  readonly number: string
  readonly externalId: string
  readonly fromMe: number
  readonly ack: number
  readonly failure: string | null
  /** Why our last edit, deletion or reaction was undone. */
  readonly refused: string | null
  readonly body: string
  readonly createdAt: number
  readonly ticketId: number | null
  readonly contactId: number
  readonly connectionId: number
  readonly clientId: string | null
  readonly kind: string
  readonly isDeleted: number
  readonly isEdited: number
  /** JSON text. */
  readonly media: string | null
  /** JSON text: authors and emoji of reactions. */
  readonly reactions: string
  /** JSON text: extras. */
  readonly extra: string | null
  /** JSON text: ids of our edits, deletions and reactions. */
  readonly actions: string
}

export type Ledger = ReturnType<typeof readLedger>

/**
 * The server must be stopped, frozen or idle, because its files are copied one after the other. Reads the first company
 * by default.
 */
export function readLedger(dataDir: string, uuid?: string) {
  const copy = mkdtempSync(join(tmpdir(), 'ledger-'))
  try {
    const folder = tenantFolder(dataDir, uuid)
    const secret = findSecret(dataDir)
    for (const file of ['tenant.db', 'session.db'])
      for (const suffix of ['', '-wal'])
        if (existsSync(join(folder, file + suffix)))
          copyFileSync(join(folder, file + suffix), join(copy, file + suffix))
    const tenant = new Sqlite(join(copy, 'tenant.db'))
    const session = new Sqlite(join(copy, 'session.db'))
    try {
      return {
        rows: tenant.prepare(ROWS).all() as StoredRow[], // the columns of ROWS
        outbox: count(tenant, 'outbox'),
        /** Ids of messages that are decrypted but not stored by the server. */
        journal: journalRows(session).map(({ id }) => id),
        /** Those of edits, deletions and reactions, which have no row of their own. */
        journaledActions: journalRows(session).flatMap(({ id, edit, type }) => (edit || type === 'reaction' ? id : [])),
        tickets: count(tenant, 'tickets'),
        /** Ids of missing messages, one for each action that waits for one. */
        waitingActions: tenant.prepare(WAITING_ACTS).pluck().all() as string[], // the column of WAITING_ACTS
        unread: tenant.prepare(UNREAD).all() as UnreadRow[], // the columns of UNREAD
        miscounted: tenant.prepare(MISCOUNTED).all().length,
        integrity: [tenant, session].map((db) => String(db.pragma('integrity_check', { simple: true }))),
        /** Secret texts of the session; none without secret.key. */
        secrets: secret ? secretsOf(session, basename(folder), sessionEncryption(secret)) : [],
      }
    } finally {
      tenant.close()
      session.close()
    }
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** Waits until all is stored. A message leaves the journal with the next commit, or after a delay. */
export const journalCleared = (dataDir: string) =>
  until(() => readLedger(dataDir).journal.length === 0, {
    within: defaultLimits.forget + 5_000,
    every: 100,
    why() {
      const { journal, rows } = readLedger(dataDir)
      const stored = new Set(rows.map(({ externalId }) => externalId))
      return journal.map((id) => `${id} is in the journal, ${stored.has(id) ? 'and' : 'not'} stored`).join(', ')
    },
  })

/** Bytes in the write-ahead logs of the installation. */
export function bytesInLogs(dataDir: string): number {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('-wal'))
    .reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0)
}

const ROWS = `SELECT m.id, c.number, m.external_id AS externalId, m.from_me AS fromMe, m.ack, m.failure, m.refused ->> 'reason' AS refused, m.body, m.created_at AS createdAt,
    m.ticket_id AS ticketId, m.contact_id AS contactId, m.connection_id AS connectionId, m.client_id AS clientId, m.kind,
    m.is_deleted AS isDeleted, m.is_edited AS isEdited, m.media, m.extra,
    (SELECT json_group_array(json_object('author', r.author, 'emoji', r.emoji)) FROM reactions r
     WHERE r.message_id = m.id AND r.emoji IS NOT NULL) AS reactions,
    (SELECT json_group_array(a.external_id) FROM own_acts a WHERE a.message_id = m.id) AS actions
  FROM messages m JOIN contacts c ON c.id = m.contact_id ORDER BY m.id`

export type UnreadRow = { readonly ticketId: number; readonly unread: number; readonly got: number }
const UNREAD = `SELECT t.id AS ticketId, t.unread, (SELECT count(*) FROM messages m WHERE m.ticket_id = t.id AND m.from_me = 0) AS got FROM tickets t`

/** Tab counters that differ from the tickets. */
const MISCOUNTED = `SELECT status, is_group, connection_id, sum(n), sum(unread) FROM ticket_counts GROUP BY 1, 2, 3 HAVING sum(n) > 0
  EXCEPT SELECT status, is_group, connection_id, count(*), sum(unread > 0 OR marked_unread) FROM tickets WHERE status <> 'closed' GROUP BY 1, 2, 3`

export function tenantFolder(dataDir: string, uuid?: string): string {
  if (uuid) return join(dataDir, 'tenants', uuid)
  const [first] = readdirSync(join(dataDir, 'tenants'))
  if (!first) throw new Error(`no company in ${dataDir}`)
  return join(dataDir, 'tenants', first)
}

/** Excludes receipts, because those for the owner's actions never find their message. */
export const WAITING_ACTS = `SELECT target FROM waiting_acts WHERE act ->> 'do' <> 'tick'`

const count = (db: Sqlite.Database, table: string) => Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())

type JournalRow = { readonly id: string; readonly edit?: string; readonly type?: string }

function journalRows(db: Sqlite.Database): JournalRow[] {
  const rows = db.prepare('SELECT attrs FROM inbox ORDER BY seq').pluck().all() as string[]
  return rows.map((attrs) => JSON.parse(attrs)) // attributes of the stanza
}

/** Private keys, chain keys and root keys: all values of 32 bytes or more, as text. */
function secretsOf(db: Sqlite.Database, tenantUuid: string, encryption: Encryption): string[] {
  const rows = db.prepare('SELECT connection_id, type, id, value FROM session_rows').raw().all()
  const values = (rows as [number, string, string, string][]).map(([connectionId, type, id, value]) =>
    decryptRow({ ref: { tenantUuid, connectionId }, encryption }, type, id, value),
  )
  return [...new Set(values.flatMap((value) => value.match(/[A-Za-z0-9+/]{43,}={0,2}/g) ?? []))]
}
