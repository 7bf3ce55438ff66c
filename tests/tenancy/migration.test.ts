/** Migrating a company's file in use keeps every row, and every query still uses an index. */
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import { tenantMigrations } from '../../migrations/index'
import { updateConnection } from '../../src/channels/connections/actions'
import { beginImport } from '../../src/channels/connections/backfill'
import { sessionMigrations } from '../../src/channels/whatsapp/storage/session-schema'
import { openSqlite } from '../../src/platform/sqlite'
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

/** Number of migrations before groups, backfill and identity. */
const IN_USE = 2
/** Number of migrations before marks as unread were counted. */
const BEFORE_MARKS = 18
/** Number of migrations before ı was searched as i. */
const BEFORE_DOTS = 20
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

/** A row in every table of an installation in use. */
const LIFE = `
  INSERT INTO settings (key, value) VALUES ('language', '"tr"');
  INSERT INTO users (id, name, email, password_hash, profile, created_at) VALUES (1, 'Ana', 'ana@loja.example', 'x', 'admin', 1);
  INSERT INTO queues (id, name, color, created_at) VALUES (1, 'Vendas', '#112233', 1);
  INSERT INTO user_queues VALUES (1, 1);
  INSERT INTO connections (id, name, number, status, is_default, created_at, updated_at, deleted_at)
    VALUES (1, 'Loja', '552130421180', 'CONNECTED', 1, 1, 2, NULL), (2, 'Velha', NULL, 'DISCONNECTED', 0, 1, 2, 3);
  INSERT INTO connection_queues VALUES (1, 1);
  INSERT INTO user_connections VALUES (1, 1);
  INSERT INTO contacts (id, name, name_folded, number, picture_url, created_at)
    VALUES (1, 'Maria', 'maria', '5521996124087', 'https://pps.whatsapp.net/x', 1), (2, 'Vizinhos', 'vizinhos', NULL, NULL, 1);
  UPDATE contacts SET is_group = 1 WHERE id = 2;
  INSERT INTO contact_addresses VALUES ('phone', '5521996124087', 1), ('lid', '901', 1), ('group', '120363001', 2);
  INSERT INTO tags (id, name, color) VALUES (1, 'urgente', '#ff0000');
  INSERT INTO tickets (id, uuid, status, channel, contact_id, connection_id, queue_id, user_id, last_message, last_message_at, unread, created_at, updated_at)
    VALUES (1, 'u1', 'open', 'whatsapp', 1, 1, 1, 1, 'oi', 5, 1, 1, 5), (2, 'u2', 'closed', 'whatsapp', 1, 2, NULL, NULL, '', 1, 0, 1, 1),
      (3, 'u3', 'pending', 'whatsapp', 2, 1, NULL, NULL, 'grupo', 7, 2, 1, 7);
  INSERT INTO ticket_tags VALUES (1, 1);
  INSERT INTO ticket_log (id, ticket_id, kind, data, created_at) VALUES (1, 1, 'created', '{}', 1);
  INSERT INTO messages (id, ticket_id, contact_id, connection_id, external_id, from_me, kind, body, ack, author, media, created_at)
    VALUES (1, 1, 1, 1, 'A', 0, 'chat', 'oi', 0, NULL, NULL, 4), (2, 1, 1, 1, 'B', 1, 'image', '', 1, NULL, '{"state":"ready"}', 5),
      (3, NULL, 1, 1, NULL, 1, 'chat', 'sem id', 2, NULL, NULL, 6), (4, 3, 2, 1, 'C', 0, 'chat', 'grupo', 0, 'João', NULL, 7);
  INSERT INTO message_edits (id, message_id, external_id, body, at) VALUES (1, 1, '', 'io', 4);
  INSERT INTO reactions (message_id, author, emoji, external_id, at) VALUES (1, 'us', '👍', 'R', 5);
  INSERT INTO own_acts (id, message_id, kind, external_id, body, user_id, created_at) VALUES (1, 2, 'edit', 'E', 'nova', 1, 6);
  INSERT INTO waiting_acts (id, connection_id, target, act, created_at) VALUES (1, 1, 'Z', '{}', 6);
  INSERT INTO outbox (id, connection_id, contact_id, message_id, act_id, attempts, next_at, created_at) VALUES (5, 1, 1, 2, NULL, 2, 9, 5), (6, 1, 1, 2, 1, 0, 9, 6), (9, 1, 1, 1, NULL, 0, 9, 6);
  DELETE FROM outbox WHERE id = 9;
  INSERT INTO downloads VALUES (2, 1, 9);
  INSERT INTO contact_merges (id, kept_id, gone_id, moved, created_at) VALUES (1, 1, 9, '{}', 3);`

test('migrating a file in use keeps every row and adds none', () => {
  const dir = mkdtempSync(join(tmpdir(), 'migration-'))
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }))
  const path = join(dir, 'tenant.db')
  const old = openSqlite(path, tenantMigrations.slice(0, IN_USE), IDENTITY, { create: true })
  old.exec(LIFE)
  const before = rowsOf(old)
  expect([...before].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([])
  old.close()

  const now = openSqlite(path, tenantMigrations, IDENTITY, { create: false })
  cleanups.push(() => now.close())

  expect(now.pragma('user_version', { simple: true })).toBe(tenantMigrations.length)
  const kept = now.prepare("DELETE FROM settings WHERE key = 'sendGreetingMessageOneQueues' RETURNING value")
  expect(kept.pluck().get()).toBe('disabled') // as it was before its default changed
  const after = rowsOf(now)
  for (const [table, rows] of before) expect(after.get(table)).toMatchObject(rows)
  for (const [table, rows] of after) expect(rows).toHaveLength(before.get(table)?.length ?? 0)
  const found = now.prepare(
    'SELECT count(*) FROM contacts c JOIN contact_search s ON s.rowid = c.id WHERE contact_search MATCH ?',
  )
  for (const { name_folded } of before.get('contacts') ?? [])
    expect(found.pluck().get(`"${String(name_folded)}"`)).toBeGreaterThan(0)
  now.exec('UPDATE contact_words_due SET below = 0')
  const words = now.prepare(
    'SELECT w.word FROM contact_words cw JOIN name_words w ON w.id = cw.word_id ORDER BY cw.contact_id',
  )
  expect(words.pluck().all()).toEqual(before.get('contacts')?.map(({ name_folded }) => name_folded) ?? [])
  expect(now.pragma('foreign_key_check')).toEqual([])
  expect(now.pragma('integrity_check', { simple: true })).toBe('ok')
  const news = (sql: string) => now.prepare(sql).all()
  expect(news('SELECT DISTINCT imported, extra, secret FROM messages')).toEqual([
    { imported: 0, extra: null, secret: null },
  ])
  expect(news('SELECT DISTINCT imported, sending_blocked FROM tickets')).toEqual([
    { imported: 0, sending_blocked: null },
  ])
  expect(news('SELECT DISTINCT import_on, import_queue_id, messages_per_minute FROM connections')).toEqual([
    { import_on: 0, import_queue_id: null, messages_per_minute: 0 },
  ])
  const queue = now.prepare(
    'INSERT INTO outbox (connection_id, contact_id, message_id, act_id, next_at, created_at) VALUES (1, 1, ?, ?, 0, 0)',
  )
  for (const actId of [null, 1]) expect(() => queue.run(2, actId)).toThrow('UNIQUE')
  expect(queue.run(3, null).lastInsertRowid).toBe(10) // ids are not reused
})

test('a ticket marked as unread by an earlier version is counted', () => {
  const db = new Sqlite(':memory:')
  cleanups.push(() => db.close())
  for (const step of tenantMigrations.slice(0, BEFORE_MARKS)) db.exec(step)
  db.exec(`
    INSERT INTO connections (id, name, created_at, updated_at) VALUES (1, 'Loja', 0, 0);
    INSERT INTO contacts (id, name, name_folded, created_at) SELECT value, 'x', 'x', 0 FROM json_each('[1, 2, 3, 4]');
    INSERT INTO tickets (uuid, status, channel, contact_id, connection_id, unread, marked_unread, last_message_at, created_at, updated_at)
      VALUES ('a', 'pending', 'whatsapp', 1, 1, 0, 1, 0, 0, 0), ('b', 'pending', 'whatsapp', 2, 1, 2, 1, 0, 0, 0),
        ('c', 'pending', 'whatsapp', 3, 1, 0, 0, 0, 0, 0), ('d', 'closed', 'whatsapp', 4, 1, 0, 1, 0, 0, 0);`)
  const unread = () => db.prepare('SELECT n, unread FROM ticket_counts WHERE n > 0').all()
  expect(unread()).toEqual([{ n: 3, unread: 1 }])
  for (const step of tenantMigrations.slice(BEFORE_MARKS)) db.exec(step)
  expect(unread()).toEqual([{ n: 3, unread: 2 }])
  db.exec('DELETE FROM tickets')
  expect(db.prepare('SELECT sum(n) AS n, sum(unread) AS unread FROM ticket_counts').all()).toEqual([
    { n: 0, unread: 0 },
  ])
})

test('names stored by an earlier version are found with i for ı', () => {
  const db = new Sqlite(':memory:')
  cleanups.push(() => db.close())
  for (const step of tenantMigrations.slice(0, BEFORE_DOTS)) db.exec(step)
  db.exec(
    `INSERT INTO contacts (id, name, name_folded, created_at) VALUES (1, 'Ali Yılmaz', 'ali yılmaz', 0), (2, 'Ilse', 'ilse', 0)`,
  )
  for (const step of tenantMigrations.slice(BEFORE_DOTS)) db.exec(step)
  expect(db.prepare('SELECT name, name_folded FROM contacts').raw().all()).toEqual([
    ['Ali Yılmaz', 'ali yilmaz'],
    ['Ilse', 'ilse'],
  ])
  expect(db.prepare('SELECT word FROM name_words ORDER BY word').pluck().all()).toEqual(['ali', 'ilse', 'yilmaz'])
})

test('tokens keep their sends when a token may belong to the whole company', () => {
  const db = new Sqlite(':memory:')
  cleanups.push(() => db.close())
  db.pragma('foreign_keys = ON')
  const at = tenantMigrations.findIndex((step) => step.includes('new_api_tokens'))
  db.transaction(() => db.exec(tenantMigrations.slice(0, at).join('\n')))()
  db.exec(`
    INSERT INTO connections (id, name, created_at, updated_at) VALUES (1, 'Loja', 0, 0);
    INSERT INTO contacts (id, name, name_folded, created_at) VALUES (1, 'x', 'x', 0);
    INSERT INTO api_tokens (id, connection_id, name, prefix, hash, scopes, created_at)
      VALUES (4, 1, 'Site', 'bk1_', 'a', '[]', 0), (9, 1, 'Gone', 'bk1_', 'b', '[]', 0);
    DELETE FROM api_tokens WHERE id = 9;
    INSERT INTO api_sends (id, token_id, key, digest, contact_id, connection_id, opens_ticket, number, state, created_at)
      VALUES ('msg_1', 4, 'k', '', 1, 1, 0, '55', 'posted', 0);`)
  db.transaction(() => db.exec(tenantMigrations.slice(at).join('\n')))()
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
      openSqlite(join(dir, name), tenantMigrations.slice(0, version), IDENTITY, {
        create: version === versions[0],
      }).close()
    const raw = new Sqlite(join(dir, name), { readonly: true })
    cleanups.push(() => raw.close())
    return raw.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid').all()
  }
  const latest = tenantMigrations.length
  const inNewFile = schemaAfter('new.db', [latest])
  expect(inNewFile.length).toBeGreaterThan(60)
  expect(
    schemaAfter(
      'old.db',
      Array.from(tenantMigrations, (_, at) => at + 1),
    ),
  ).toEqual(inNewFile)
})

test('a session file of the first version keeps its keys and its journal', () => {
  const dir = mkdtempSync(join(tmpdir(), 'migration-'))
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }))
  const path = join(dir, 'session.db')
  const old = openSqlite(path, sessionMigrations.slice(0, 1), IDENTITY, { create: true })
  old.exec(`
    INSERT INTO session_rows VALUES (1, 'creds', '', '{}'), (1, 'session', '1.0', '{}');
    INSERT INTO inbox VALUES (1, 3, '{}', x'00ff');
    INSERT INTO archives VALUES (1, 1, '55', 'loggedOut', 9);
    INSERT INTO archived_rows VALUES (1, 'creds', '', '{}');
    INSERT INTO facts VALUES ('whatsapp.version', '[2,3000,1]', 9);`)
  const before = rowsOf(old)
  old.close()
  const now = openSqlite(path, sessionMigrations, IDENTITY, { create: false })
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
  updateConnection(w.cx, LOJA, { importOldMessagesEnable: true, queueIdImportMessages: SALES })
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
