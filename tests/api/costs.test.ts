import { expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { costOf } from '../support/statements'
import { COSTS, costTable } from './costs'

/** Set by `bun run costs`. */
const isWriting = process.env.BALCAO_WRITE_COSTS === '1'

test('src/server/costs.md lists the current SQL costs; after a change: bun run costs', async () => {
  const table = await costTable()
  if (isWriting) await Bun.write(COSTS, table)
  expect(await Bun.file(COSTS).text()).toBe(table)
}, 300_000)

test('counts statements, rows, commits and scans of the measured work only', async () => {
  const db = new Sqlite(':memory:')
  db.exec('CREATE TABLE colours (id INTEGER PRIMARY KEY, name TEXT)')
  const add = db.prepare('INSERT INTO colours (name) VALUES (?)')
  const byId = db.prepare('SELECT * FROM colours WHERE id = ?')
  const byName = db.prepare('SELECT id FROM colours WHERE name = @name').raw()
  const background = Promise.withResolvers<void>()
  const meanwhile = background.promise.then(() => add.run('grey'))
  const cost = await costOf(async () => {
    add.run('red') // a separate commit
    db.transaction(() => [add.run('green'), add.run('blue')])()
    db.transaction(() => byId.get(1))() // wrote nothing
    background.resolve()
    await meanwhile
    byId.get(99)
    expect([...byName.iterate({ name: 'red' }), ...byName.all({ name: 'blue' })]).toEqual([[1], [3]])
    db.prepare('SELECT count(*) FROM colours').get()
  })
  expect(cost).toEqual({ reads: 5, writes: 3, commits: 2, rows: 3 + 1 + 1 + 1 + 1, scans: 3 })
  expect(await costOf(() => db.exec('BEGIN IMMEDIATE; ROLLBACK'))).toMatchObject({ reads: 0, writes: 0, commits: 0 })
  db.close()
})
