/** A connection that goes on with another file has what the program uses of connections. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { execute } from '../../../src/platform/sql'
import { type Raw, reading, remembered, statement } from '../../../src/platform/sqlite'
import { Switchable } from '../../../src/platform/switchable'

const root = join(import.meta.dir, '../../../src')
const source = [...new Bun.Glob('**/*.ts').scanSync(root)]
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n')

/** Methods of connections that nothing here calls. */
const unused = ['explain', 'aggregate', 'table', 'loadExtension', 'defaultSafeIntegers', 'unsafeMode']

const refuse = (): never => {
  throw new Error('a copy cannot be written')
}

function fileWith(words: readonly string[]): Raw {
  const raw = new Sqlite(':memory:')
  raw.exec('CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT)')
  for (const word of words) raw.prepare('INSERT INTO words (word) VALUES (?)').run(word)
  return raw
}

const copyOf = (words: readonly string[]) => ({ raw: fileWith(words), isWritable: false })

describe('a connection that goes on with another file', () => {
  test('has all methods of one, but for those that nothing calls', () => {
    const missing = Object.getOwnPropertyNames(Sqlite.prototype).filter((name) => !(name in Switchable.prototype))
    expect(missing.toSorted()).toEqual(unused.toSorted())
    for (const name of unused.filter((one) => one !== 'table' && one !== 'explain'))
      expect(source).not.toMatch(new RegExp(`\\.${name}\\(`))
    const plain = fileWith([]).prepare('SELECT 1')
    const own = new Switchable(copyOf([]), refuse).prepare('SELECT 1')
    const names = ['run', 'get', 'all', 'iterate', 'bind', 'pluck', 'expand', 'raw', 'safeIntegers', 'columns'] as const
    const statements = Object.getOwnPropertyNames(Object.getPrototypeOf(plain)).filter(
      (name) => name !== 'constructor' && name !== 'toString',
    )
    expect(statements.toSorted()).toEqual([...names].toSorted())
    for (const name of names) expect(own[name]).toBeFunction()
  })

  test('gives rows in the form that was chosen for a statement, from the file of the moment', () => {
    const file = new Switchable(copyOf(['um']), refuse)
    const plucked = file.prepare('SELECT word FROM words').pluck()
    const listed = file.prepare('SELECT id, word FROM words').raw()
    const named = file.prepare('SELECT word FROM words WHERE id = @id')
    const large = file.prepare('SELECT id FROM words').safeIntegers().pluck()
    const bound = file.prepare('SELECT word FROM words WHERE id = ?').pluck().bind(1)
    const read = () => [
      plucked.get(),
      listed.all(),
      named.get({ id: 1 }),
      large.get(),
      bound.get(),
      [...plucked.iterate()],
    ]
    expect(read()).toEqual(['um', [[1, 'um']], { word: 'um' }, 1n, 'um', ['um']])
    file.switchTo(copyOf(['dois', 'três'])).close()
    const after = [
      'dois',
      [
        [1, 'dois'],
        [2, 'três'],
      ],
      { word: 'dois' },
      1n,
      'dois',
      ['dois', 'três'],
    ]
    expect(read()).toEqual(after)
  })

  test('keeps what is remembered until a table changes, in whichever file', () => {
    const file = new Switchable({ raw: fileWith(['um']), isWritable: true }, refuse)
    let reads = 0
    const first = remembered(file.asRaw, () => {
      reads++
      return statement(file.asRaw, 'SELECT word FROM words ORDER BY id DESC LIMIT 1').get()
    }, ['words'])
    first(0)
    first(0)
    expect(reads).toBe(1)
    execute(file.asRaw, "INSERT INTO words (word) VALUES ('dois')")
    expect(first(0)).toEqual({ word: 'dois' })
    file.switchTo({ raw: fileWith(['três']), isWritable: true })
    expect([first(0), first(0)]).toEqual([{ word: 'três' }, { word: 'três' }])
    expect(reads).toBe(3)
    execute(file.asRaw, "INSERT INTO words (word) VALUES ('quatro')")
    expect(first(0)).toEqual({ word: 'quatro' })
  })

  test('reads an iterator to its end in the file in which it began', () => {
    const file = new Switchable(copyOf(['um', 'dois']), refuse)
    const words = file.prepare('SELECT word FROM words ORDER BY id').pluck().iterate()
    expect(words.next().value).toBe('um')
    file.switchTo(copyOf(['outro'])).close()
    expect([...words]).toEqual(['dois'])
  })

  test('is not switched while several reads are one', () => {
    const file = new Switchable(copyOf(['um']), refuse)
    reading(file.asRaw, () => {
      expect(() => file.switchTo(copyOf(['dois']))).toThrow('within a transaction')
    })
    file.switchTo(copyOf(['dois']))
    expect(file.prepare('SELECT word FROM words').pluck().all()).toEqual(['dois'])
  })

  test('refuses every write to a copy, in the words that it was given', () => {
    const file = new Switchable(copyOf(['um']), refuse)
    const insert = "INSERT INTO words (word) VALUES ('dois')"
    const writes = [
      () => file.prepare(insert).run(),
      () => file.prepare(`${insert} RETURNING id`).get(),
      () => file.prepare(`${insert} RETURNING id`).all(),
      () => [...file.prepare(`${insert} RETURNING id`).iterate()],
      () => file.exec(insert),
      () => file.exec('BEGIN IMMEDIATE'),
      () => file.transaction(() => {}).immediate(),
      () => file.transaction(() => file.exec(insert))(),
      () => file.pragma('user_version = 3'),
    ]
    for (const write of writes) expect(write).toThrow('a copy cannot be written')
    expect(file.inTransaction).toBe(false)
    expect(file.prepare('SELECT count(*) FROM words').pluck().get()).toBe(1)
  })
})
