/**
 * Every index of a company's database costs memory in each open company and time in each write, so each has a statement
 * of the product that needs it: `indexes.json`. Delete an index with its last statement.
 */
import { expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { tenantSchema } from '../../migrations/index'
import needed from './indexes.json' with { type: 'json' }

const db = new Sqlite(':memory:')
for (const step of tenantSchema.steps) db.exec(step)

/** Unique ones also keep rows apart. */
const indexes = db
  .prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND sql NOT LIKE 'CREATE UNIQUE%' ORDER BY name",
  )
  .pluck()
  .all()

test('every index is listed with a statement that needs it', () => {
  expect(Object.keys(needed).toSorted()).toEqual(indexes as string[]) // names are text
})

test.each(Object.entries(needed))('%s is in the plan of its statement', (index, sql) => {
  const values = (sql.match(/\?/g) ?? []).map(() => null)
  const names = Object.fromEntries((sql.match(/(?<=@)\w+/g) ?? []).map((name) => [name, null]))
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values, names) as { detail: string }[] // SQLite's own column
  expect(plan.map(({ detail }) => detail)).toContainEqual(expect.stringMatching(new RegExp(`INDEX ${index}\\b`)))
})

test('no index is the beginning of another one', () => {
  type Index = { readonly table: string; readonly name: string; readonly columns: string }
  const all = db
    .prepare(
      `SELECT t.name AS "table", i.name, (SELECT group_concat(ifnull(x.name, '(' || i.name || ')') || iif(x."desc", ' DESC', ''), ', ')
         FROM pragma_index_xinfo(i.name) x WHERE x.key) || ', ' AS columns
       FROM sqlite_schema t JOIN pragma_index_list(t.name) i WHERE t.type = 'table' AND NOT i.partial`,
    )
    .all() as Index[] // the columns are listed
  const twice = all.filter((one) =>
    all.some(
      (other) =>
        other.table === one.table &&
        other.name !== one.name &&
        other.columns.startsWith(one.columns) &&
        !isUnique(one.name),
    ),
  )
  expect(twice.map(({ name }) => name)).toEqual([])
})

const isUnique = (name: string): boolean =>
  db
    .prepare('SELECT 1 FROM sqlite_schema t JOIN pragma_index_list(t.name) i WHERE i.name = ? AND i."unique"')
    .get(name) !== undefined
