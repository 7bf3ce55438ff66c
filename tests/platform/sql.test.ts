/** SQL in one line: rows, values, and what happens without them. */
import { expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { execute, getColumn, getOnlyRow, getOnlyValue, getRow, getRows, getValue } from '../../src/platform/sql'
import { asDb } from '../../src/platform/sqlite'

function place() {
  const raw = new Sqlite(':memory:')
  raw.exec('CREATE TABLE fruits (id INTEGER PRIMARY KEY, name TEXT)')
  return asDb(raw)
}

test('takes one value, several in order, or several by name', () => {
  const db = place()
  execute(db, "INSERT INTO fruits VALUES (1, 'caju')")
  execute(db, 'INSERT INTO fruits VALUES (2, ?)', null)
  execute(db, 'INSERT INTO fruits VALUES (?, ?)', [3, 'umbu'])
  expect(execute(db, 'INSERT INTO fruits VALUES (@id, @name)', { id: 4, name: 'jaca' }).changes).toBe(1)
  expect(getColumn(db, 'SELECT name FROM fruits ORDER BY id')).toEqual(['caju', null, 'umbu', 'jaca'])
  expect(getRow(db, 'SELECT id, name FROM fruits WHERE id = ?', 3)).toEqual({ id: 3, name: 'umbu' })
})

test('the same SQL gives rows and values', () => {
  const db = place()
  execute(db, "INSERT INTO fruits VALUES (1, 'caju'), (2, 'umbu')")
  const sql = 'SELECT id FROM fruits ORDER BY id'
  for (const source of [db, db.$client, db]) {
    expect(getRows(source, sql)).toEqual([{ id: 1 }, { id: 2 }])
    expect(getColumn<number>(source, sql)).toEqual([1, 2])
    expect(getRow(source, sql)).toEqual({ id: 1 })
    expect(getValue<number>(source, sql)).toBe(1)
  }
})

test('a row that must exist is an error when it is missing', () => {
  const db = place()
  const sql = 'SELECT id FROM fruits'
  expect([getRow(db, sql), getValue(db, sql)]).toEqual([undefined, undefined])
  expect(() => getOnlyRow(db, sql)).toThrow('No row found: SELECT id FROM fruits')
  expect(() => getOnlyValue(db, sql)).toThrow('No row found: SELECT id FROM fruits')
  expect(getOnlyValue<number>(db, 'SELECT count(*) FROM fruits')).toBe(0)
})
