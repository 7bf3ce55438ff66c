/** What is on disk, read from a copy: the files themselves stay as death left them. */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

export type StoredRow = {
  readonly id: number
  readonly number: string
  readonly externalId: string
  readonly fromMe: number
  readonly ack: number
  readonly failure: string | null
  readonly body: string
  readonly createdAt: number
}

export type Ledger = ReturnType<typeof readLedger>

/** The server must be dead, frozen or at rest: its files are copied one after the other. */
export function readLedger(dataDir: string) {
  const copy = mkdtempSync(join(tmpdir(), 'ledger-'))
  try {
    const folder = tenantFolder(dataDir)
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
        /** Ids of what is decrypted and not yet with the house. */
        journal: journalIds(session),
        tickets: count(tenant, 'tickets'),
        integrity: [tenant, session].map((db) => String(db.pragma('integrity_check', { simple: true }))),
        /** Texts that only the session's owner may know. */
        secrets: secretsOf(session),
      }
    } finally {
      tenant.close()
      session.close()
    }
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** Bytes that wait in write-ahead logs, of all files of the installation. */
export function bytesInLogs(dataDir: string): number {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('-wal'))
    .reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0)
}

const ROWS = `SELECT m.id, c.number, m.external_id AS externalId, m.from_me AS fromMe, m.ack, m.failure, m.body, m.created_at AS createdAt
  FROM messages m JOIN contacts c ON c.id = m.contact_id ORDER BY m.id`

function tenantFolder(dataDir: string): string {
  const [first] = readdirSync(join(dataDir, 'tenants'))
  if (!first) throw new Error(`no company in ${dataDir}`)
  return join(dataDir, 'tenants', first)
}

const count = (db: Sqlite.Database, table: string) => Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())

function journalIds(db: Sqlite.Database): string[] {
  const rows = db.prepare('SELECT attrs FROM inbox ORDER BY seq').pluck().all() as string[]
  return rows.map((attrs) => String(JSON.parse(attrs).id))
}

/** Private keys, chain keys, root keys: whatever in the store is 32 bytes or more, as text. */
function secretsOf(db: Sqlite.Database): string[] {
  const values = db.prepare('SELECT value FROM session_rows').pluck().all() as string[]
  return [...new Set(values.flatMap((value) => value.match(/[A-Za-z0-9+/]{43,}={0,2}/g) ?? []))]
}
