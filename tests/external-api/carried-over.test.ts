/** What earlier versions stored: the single tokens of connections and queues, and deliveries without counts. */
import { expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { tenantMigrations } from '../../migrations/index'
import { tokenHash } from '../../src/platform/secret'
import { afterEachTest } from '../support/after-each'

const cleanups: (() => void)[] = []
afterEachTest(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** A database as it was before the first migration that contains the words; `upgrade` runs the others. */
function before(words: string) {
  const at = tenantMigrations.findIndex((step) => step.includes(words))
  const db = new Sqlite(':memory:')
  cleanups.push(() => db.close())
  for (const step of tenantMigrations.slice(0, at)) db.exec(step)
  const upgrade = () => {
    for (const step of tenantMigrations.slice(at)) db.exec(step)
  }
  return { db, upgrade }
}

test('the single tokens of connections and queues become their main tokens, with all scopes', () => {
  const { db, upgrade } = before('CREATE TABLE api_tokens')
  const hash = tokenHash('o'.repeat(43))
  db.exec(`
    INSERT INTO connections (id, name, token_hash, deleted_at, created_at, updated_at)
      VALUES (1, 'Loja', '${hash}', NULL, 0, 5), (2, 'Sem token', NULL, NULL, 0, 0), (3, 'Excluída', 'gone', 9, 0, 0);
    INSERT INTO queues (id, name, color, token_hash, created_at) VALUES (1, 'Vendas', '#111111', 'of the queue', 0);`)
  upgrade()
  const rows = db
    .prepare('SELECT connection_id, queue_id, name, hash, scopes, is_main, names_company, revoked_at FROM api_tokens')
    .raw()
    .all()
  const scopes = '["send","status","check"]'
  expect(rows).toEqual([
    [1, null, 'Loja', hash, scopes, 1, 0, null],
    [null, 1, 'Vendas', 'of the queue', scopes, 1, 0, null],
  ])
})

test('deliveries stored before they were counted are counted', () => {
  const { db, upgrade } = before('CREATE TABLE webhook_hours')
  const HOUR = 3_600_000
  db.exec(`
    INSERT INTO webhooks (id, url, topics, secret, secret_at, created_at) VALUES (1, 'https://a.example/', '[]', '', 0, 0);
    INSERT INTO webhook_states (webhook_id) VALUES (1);
    INSERT INTO webhook_deliveries (webhook_id, event_id, type, body, status, created_at, next_at, expires_at)
      SELECT 1, 'e' || key, 'webhook.test', '{}', value, ${HOUR} * (key / 2), 0, 0
      FROM json_each('["failed", "delivered", "delivered", "waiting"]');`)
  upgrade()
  expect(db.prepare('SELECT waiting, settled, failed FROM webhook_states').raw().all()).toEqual([[1, 3, 1]])
  const hours = () => db.prepare('SELECT hour, settled, failed FROM webhook_hours ORDER BY hour').raw().all()
  expect(hours()).toEqual([
    [0, 2, 1],
    [1, 1, 0],
  ])
  db.exec("UPDATE webhook_deliveries SET status = 'failed' WHERE status = 'waiting'")
  expect(hours().at(-1)).toEqual([1, 2, 1])
})
