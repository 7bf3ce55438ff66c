import { expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { tenantMigrations } from '../../migrations/index'

test('the outbox keeps its rows and order when message actions are added', () => {
  const db = new Sqlite(':memory:')
  db.pragma('foreign_keys = ON')
  db.exec(tenantMigrations[0] ?? '')
  db.exec(`
    INSERT INTO connections (id, name, created_at, updated_at) VALUES (1, 'Loja', 0, 0);
    INSERT INTO contacts (id, name, name_folded, created_at) VALUES (1, 'Maria', 'maria', 0);
    INSERT INTO messages (id, contact_id, connection_id, external_id, from_me, kind, body, ack, created_at) VALUES (1, 1, 1, 'A', 1, 'chat', 'um', 1, 5), (2, 1, 1, 'B', 1, 'chat', 'dois', 1, 6);
    INSERT INTO outbox (id, connection_id, contact_id, message_id, attempts, next_at, created_at) VALUES (7, 1, 1, 2, 3, 40, 6), (9, 1, 1, 1, 0, 30, 5);`)
  db.transaction(() => db.exec(tenantMigrations[1] ?? ''))()
  expect(db.prepare('SELECT id, message_id, act_id, attempts, next_at FROM outbox ORDER BY id').all()).toEqual([
    { id: 7, message_id: 2, act_id: null, attempts: 3, next_at: 40 },
    { id: 9, message_id: 1, act_id: null, attempts: 0, next_at: 30 },
  ])
  expect(db.prepare('SELECT body, revision, has_reactions FROM messages WHERE id = 1').get()).toEqual({
    body: 'um',
    revision: 0,
    has_reactions: 0,
  })
  const again = () =>
    db.exec('INSERT INTO outbox (connection_id, contact_id, message_id, next_at, created_at) VALUES (1, 1, 1, 0, 0)')
  expect(again).toThrow('UNIQUE')
  expect(db.pragma('foreign_key_check')).toEqual([])
  // Deleting a message deletes its actions.
  db.exec(`INSERT INTO own_acts (id, message_id, kind, external_id, created_at) VALUES (1, 1, 'revoke', 'X', 0);
    INSERT INTO outbox (connection_id, contact_id, message_id, act_id, next_at, created_at) VALUES (1, 1, 1, 1, 0, 0);
    DELETE FROM messages`)
  expect(db.prepare('SELECT (SELECT count(*) FROM own_acts) + (SELECT count(*) FROM outbox)').pluck().get()).toBe(0)
})
