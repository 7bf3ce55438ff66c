/** Migrating a company's file in use keeps every row, and every query still uses an index. */
import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { controlSchema, tenantSchema } from '../../migrations/index'
import { changeConnection } from '../../src/channels/connections/actions'
import { beginImport } from '../../src/channels/connections/backfill'
import { sessionSchema } from '../../src/channels/whatsapp/storage/session-schema'
import { inspectDatabase } from '../../src/operator/inspect'
import { controlPath, openControl, openTenantFile, tenantPath } from '../../src/platform/databases'
import { newestOf, schemaAt } from '../../src/platform/schema'
import { openSqlite, versionOf } from '../../src/platform/sqlite'
import { writeSetting } from '../../src/settings/settings'
import { afterEachTest } from '../support/after-each'
import { LOJA, SALES } from '../support/company-world'
import { both, JOAO, MARIA, neighbours } from '../support/neighbours'
import { phone } from '../support/telephones'
import { until } from '../support/until'
import { world } from '../support/world'

const cleanups: (() => void)[] = []
afterEachTest(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

const IDENTITY = { applicationId: 0x42616c74, identity: 'loja' }

const rowsOf = (db: Database): Map<string, Record<string, unknown>[]> => {
  const tables = db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'contact_search%'
         AND name NOT LIKE 'contact_word%' AND name NOT LIKE 'name_word%' AND name NOT LIKE '%_due'
         AND name NOT LIKE 'quick_message_search%' AND name NOT LIKE 'chat_message_search%' AND name NOT LIKE 'message_search%' AND name NOT LIKE 'message_word%' AND name NOT IN ('searched_messages', 'contact_counts', 'figures') ORDER BY name`,
    )
    .pluck()
    .all() as string[] // names are text
  return new Map(
    tables.map((table) => [
      table,
      db.prepare(`SELECT * FROM "${table}" ORDER BY 1`).all() as Record<string, unknown>[],
    ]), // idem
  )
}

/** Written by the release whose schema the baselines have, with three messages, and stored as it left them. */
const FIXTURE = join(import.meta.dir, 'fixtures/installation-69.tar.gz')

function oldInstallation(): { dataDir: string; uuid: string } {
  const dataDir = mkdtempSync(join(tmpdir(), 'migration-'))
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }))
  expect(Bun.spawnSync(['tar', 'xzf', FIXTURE, '-C', dataDir]).exitCode).toBe(0)
  return { dataDir, uuid: readdirSync(join(dataDir, 'tenants'))[0] ?? '' }
}

const rowsIn = (path: string) => {
  const raw = new Sqlite(path, { readonly: true })
  try {
    return { rows: rowsOf(raw), version: versionOf(raw) }
  } finally {
    raw.close()
  }
}

const renamed: Readonly<Record<string, string>> = { sessions: 'former_sessions', refresh_tokens: 'former_tokens' }

test('an installation with the schema of the baselines is upgraded, and keeps every row', () => {
  const { dataDir, uuid } = oldInstallation()
  const paths = [controlPath(dataDir), tenantPath(dataDir, uuid)] as const
  const before = paths.map(rowsIn)
  expect(before.map(({ version }) => version)).toEqual([controlSchema.first, tenantSchema.first])
  expect(before[1]?.rows.get('messages')).toHaveLength(3)
  openControl(dataDir).$client.close()
  const now = openTenantFile(dataDir, uuid, { create: false }).$client
  cleanups.push(() => now.close())

  const after = paths.map(rowsIn)
  expect(after.map(({ version }) => version)).toEqual([newestOf(controlSchema), newestOf(tenantSchema)])
  for (const [at, { rows }] of before.entries()) {
    const kept = after[at]?.rows
    // Columns may go and rows may come, but none may go.
    const keptOf = (table: string) => kept?.get(renamed[table] ?? table)
    for (const [table, former] of rows)
      if (keptOf(table)) expect(keptOf(table)?.length).toBeGreaterThanOrEqual(former.length)
    const gone = [...rows.keys()].filter((table) => !keptOf(table) && rows.get(table)?.length)
    expect(gone).toEqual(at === 0 ? ['login_index'] : [])
  }
  const logins = before[0]?.rows.get('login_index')?.map(({ email }) => ['email', email, uuid, null])
  const claims = after[0]?.rows.get('claims')?.map((one) => [one.kind, one.value, one.tenant_uuid, one.connection_id])
  expect(logins).not.toEqual([])
  expect(claims?.filter(([kind]) => kind === 'email')).toEqual(logins)
  const bodies = now.prepare('SELECT body FROM messages ORDER BY id').pluck()
  expect(bodies.all()).toEqual(['Olá, minha internet caiu', 'Vamos verificar, Maria', 'Obrigada!'])
  expect(
    now
      .prepare(
        'SELECT name FROM contacts WHERE id IN (SELECT rowid FROM contact_search WHERE contact_search MATCH \'"yilmaz"\')',
      )
      .pluck()
      .all(),
  ).toEqual(['Ali Yılmaz'])
  expect(now.pragma('foreign_key_check')).toEqual([])
  expect(now.pragma('integrity_check', { simple: true })).toBe('ok')
})

test('the baselines are the schema that the release before them wrote', () => {
  const { dataDir, uuid } = oldInstallation()
  for (const [path, schema] of [
    [controlPath(dataDir), controlSchema],
    [tenantPath(dataDir, uuid), tenantSchema],
  ] as const) {
    const written = new Sqlite(path, { readonly: true })
    const made = new Sqlite(':memory:')
    cleanups.push(
      () => written.close(),
      () => made.close(),
    )
    made.exec(schema.steps[0] ?? '')
    expect(partsOf(made)).toEqual(partsOf(written))
  }
})

/** Without comments and layout, which ALTER TABLE changes; and without what opening a file creates. */
const partsOf = (db: Database) =>
  db
    .prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'meta' ORDER BY type, name",
    )
    .raw()
    .all()
    .map((part) => (part as string[]).map((text) => text.replace(/--.*/g, '').replace(/["\s]+/g, ''))) // all columns are text

test.each(['control', 'tenant'] as const)(
  'a %s file older than the baseline is refused by a sentence that names the release in between',
  (kind) => {
    const { dataDir, uuid } = oldInstallation()
    const path = kind === 'control' ? controlPath(dataDir) : tenantPath(dataDir, uuid)
    const raw = new Sqlite(path)
    raw.pragma(`user_version = ${(kind === 'control' ? controlSchema : tenantSchema).first - 1}`)
    raw.close()
    const open = () => (kind === 'control' ? openControl(dataDir) : openTenantFile(dataDir, uuid, { create: false }))
    expect(open).toThrow(/is too old .* start Balcão 1\.0\.0 of 2026-11-28 \(commit 6f33d944\) on this folder once/)
    const expected = { kind, identity: kind === 'control' ? 'control' : uuid }
    expect(inspectDatabase(path, expected).problems).toEqual([expect.stringContaining('is too old')])
  },
)

test('tokens keep their sends when a token may belong to the whole company', () => {
  const db = new Sqlite(':memory:')
  cleanups.push(() => db.close())
  db.pragma('foreign_keys = ON')
  const at = tenantSchema.steps.findIndex((step) => step.includes('new_api_tokens'))
  db.transaction(() => db.exec(tenantSchema.steps.slice(0, at).join('\n')))()
  db.exec(`
    INSERT INTO connections (id, name, created_at, updated_at) VALUES (1, 'Loja', 0, 0);
    INSERT INTO contacts (id, name, name_folded, created_at) VALUES (1, 'x', 'x', 0);
    INSERT INTO api_tokens (id, connection_id, name, prefix, hash, scopes, created_at)
      VALUES (4, 1, 'Site', 'bk1_', 'a', '[]', 0), (9, 1, 'Gone', 'bk1_', 'b', '[]', 0);
    DELETE FROM api_tokens WHERE id = 9;
    INSERT INTO api_sends (id, token_id, key, digest, contact_id, connection_id, opens_ticket, number, state, created_at)
      VALUES ('msg_1', 4, 'k', '', 1, 1, 0, '55', 'posted', 0);`)
  db.transaction(() => db.exec(tenantSchema.steps.slice(at).join('\n')))()
  expect(db.prepare('SELECT token_id FROM api_sends').pluck().all()).toEqual([4])
  expect(db.pragma('foreign_key_check')).toEqual([])
  const add = db.prepare(
    "INSERT INTO api_tokens (connection_id, queue_id, name, prefix, hash, scopes, created_at) VALUES (?, ?, '', '', ?, '[]', 0)",
  )
  expect(add.run(null, null, 'c').lastInsertRowid).toBe(10) // ids are not reused
  expect(() => add.run(1, 1, 'd')).toThrow('CHECK')
  db.exec('DELETE FROM api_tokens WHERE id = 4')
  expect(db.prepare('SELECT count(*) FROM api_sends').pluck().get()).toBe(0)
})

test('a new file and one migrated through every version have the same schema', () => {
  const dir = mkdtempSync(join(tmpdir(), 'migration-'))
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }))
  const schemaAfter = (name: string, versions: readonly number[]) => {
    for (const version of versions)
      openSqlite(join(dir, name), schemaAt(tenantSchema, version), IDENTITY, {
        create: version === versions[0],
      }).close()
    const raw = new Sqlite(join(dir, name), { readonly: true })
    cleanups.push(() => raw.close())
    return raw.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid').all()
  }
  const latest = newestOf(tenantSchema)
  const inNewFile = schemaAfter('new.db', [latest])
  expect(inNewFile.length).toBeGreaterThan(60)
  expect(
    schemaAfter(
      'old.db',
      Array.from(tenantSchema.steps, (_, at) => tenantSchema.first + at),
    ),
  ).toEqual(inNewFile)
})

test('a session file of the first version keeps its keys and its journal', () => {
  const dir = mkdtempSync(join(tmpdir(), 'migration-'))
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }))
  const path = join(dir, 'session.db')
  const old = openSqlite(path, schemaAt(sessionSchema, 1), IDENTITY, { create: true })
  old.exec(`
    INSERT INTO session_rows VALUES (1, 'creds', '', '{}'), (1, 'session', '1.0', '{}');
    INSERT INTO inbox VALUES (1, 3, '{}', x'00ff');
    INSERT INTO archives VALUES (1, 1, '55', 'loggedOut', 9);
    INSERT INTO archived_rows VALUES (1, 'creds', '', '{}');
    INSERT INTO facts VALUES ('whatsapp.version', '[2,3000,1]', 9);`)
  const before = rowsOf(old)
  old.close()
  const now = openSqlite(path, sessionSchema, IDENTITY, { create: false })
  cleanups.push(() => now.close())
  // Marks credentials that are still to be encrypted.
  before.get('facts')?.unshift({ name: 'credentials.unencrypted', value: '', learnt_at: 0 })
  before.set('inbox', before.get('inbox')?.map((row) => Object.assign({}, row, { me: null })) ?? [])
  const after = rowsOf(now)
  for (const [table, rows] of before) expect(after.get(table)).toEqual(rows)
  expect(after.get('history_parts')).toEqual([])
})

/** Tables that grow over the years. */
const LARGE =
  /\bSCAN (m|messages|t|tickets|c|contacts|outbox|earlier|group_members|message_receipts|contact_addresses|a|ticket_log|reactions)\b(?! USING)|USING INDEX tickets_connection/

test('no frequent query scans a whole table', async () => {
  const asked: { readonly db: Database; readonly sql: string }[] = []
  /** Excludes this test's own queries. */
  let isListening = true
  const looking = <T>(look: () => T): T => {
    isListening = false
    const seen = look()
    isListening = true
    return seen
  }
  const { prepare } = Sqlite.prototype
  cleanups.push(() => Object.assign(Sqlite.prototype, { prepare }))
  Object.assign(Sqlite.prototype, {
    prepare(this: Database, sql: string) {
      if (isListening) asked.push({ db: this, sql })
      return prepare.call(this, sql)
    },
  })
  const w = world()
  writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
  changeConnection(w.cx, LOJA, { importOldMessagesEnable: true, queueIdImportMessages: SALES })
  const ana = w.attendant([SALES])
  const group = neighbours(w, '120363009')
  group.writes(MARIA, 'oi')
  group.stands()
  const id = looking(group.ticketId)
  await ana.api.tickets({ id }).put({ status: 'open' })
  await ana.json(`/api/messages/${id}`, 'POST', { body: 'bom dia' })
  const { externalId } = await until(() => w.telephones.sent[0])
  for (const number of [MARIA, JOAO]) {
    const [participant = null] = both(number)
    w.telephones.groupReceipt(group.ref, externalId, { participant, ack: 4 })
  }
  await until(() => looking(() => w.rows('SELECT 1 FROM message_receipts').length === 2))
  w.telephones.sameContact(group.ref, ...both(JOAO))
  beginImport(w.cx, LOJA)
  const entry = { ack: 0, isDeleted: false, edit: null, reactions: [] }
  const message = w.telephones.incoming({ chat: [phone(MARIA)], body: 'antes' })
  const chats = [
    { addresses: [phone(MARIA)], isGroup: false, name: 'Maria', entries: [{ ...entry, message }], end: { unread: 1 } },
  ]
  w.telephones.backfill.take(group.ref, { part: 'P', position: 1, percent: 1, skipped: 0, chats, missed: [] })
  const missed = w.telephones.incoming({ chat: [phone(MARIA)], body: 'perdida' })
  const absent = { addresses: [phone(MARIA)], isGroup: false, name: 'Maria', entries: [{ ...entry, message: missed }] }
  w.telephones.backfill.missed(group.ref, { since: 0, chats: [absent] })
  w.telephones.report(group.ref, { status: 'CONNECTED', number: '5511900010001' })
  for (const page of [`/api/messages/${id}`, '/api/tickets']) expect((await ana.request(page)).status).toBe(200)

  const planOf = (sql: string) =>
    looking(() => w.db.$client.prepare(`EXPLAIN QUERY PLAN ${sql}`))
      .all(
        ...(sql.match(/\?/g) ?? []).map(() => null),
        Object.fromEntries((sql.match(/(?<=@)\w+/g) ?? []).map((name) => [name, null])),
      )
      .map((step) => (step as { detail: string }).detail) // SQLite's own column
  const plans = [...new Set(asked.flatMap(({ db, sql }) => (db === w.db.$client ? sql : [])))]
    .filter((sql) => /^\s*(select|insert|update|delete|with)/i.test(sql))
    .map((sql) => ({ sql, steps: planOf(sql) }))
  expect(plans.length).toBeGreaterThan(60)
  expect(plans.filter(({ steps }) => steps.some((step) => LARGE.test(step)))).toEqual([])
  for (const part of [
    'NOT EXISTS (SELECT 1 FROM outbox earlier',
    'FROM message_receipts',
    'FROM group_members m',
    'FROM block_wishes',
    'FROM read_wishes',
  ])
    expect(
      plans.some(({ sql }) => sql.includes(part)),
      part,
    ).toBe(true)
})
