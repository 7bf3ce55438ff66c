import { expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import masked from '../../migrations/tenant/0134_masked_mkauth.sql' with { type: 'text' }

test('the log keeps that keys of MK-AUTH were changed, and not what they were', () => {
  const db = new Sqlite(':memory:')
  db.exec(`CREATE TABLE audit_log (id INTEGER PRIMARY KEY, kind TEXT, subject_name TEXT, changes TEXT)`)
  const add = db.prepare('INSERT INTO audit_log (kind, subject_name, changes) VALUES (?, ?, ?)')
  add.run('setting', 'ipmkauth', '[{"field":"ipmkauth","from":null,"to":"mk.example"}]')
  add.run('setting', 'clientidmkauth', '[{"field":"clientidmkauth","from":"first","to":""}]')
  add.run('setting', 'userCreation', '[{"field":"userCreation","from":"enabled","to":"disabled"}]')
  db.exec(masked)
  expect(db.prepare('SELECT changes FROM audit_log ORDER BY id').pluck().all()).toEqual([
    '[{"field":"ipmkauth","from":null,"to":"set"}]',
    '[{"field":"clientidmkauth","from":"set","to":""}]',
    '[{"field":"userCreation","from":"enabled","to":"disabled"}]',
  ])
})
