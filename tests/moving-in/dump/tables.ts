/** Random tables with the values that real ones contain, and what a staging file must hold of them. */
import type { Random } from '../../support/random'
import { type ColumnType, type Database, type SampleTable, type SampleValue, textOf } from '../samples/table'

const texts = [
  '',
  'NULL',
  '\\N',
  '\\.',
  '\\',
  "'",
  "''",
  '"',
  '`',
  ';',
  '--',
  '-- Dump completed on 2026-03-02',
  '-- PostgreSQL database dump complete',
  '/* no comment',
  '*/',
  '/*!40000 DROP TABLE x */',
  '#',
  '$$',
  '$body$',
  '\\x41',
  "\\'",
  '\t',
  '\n',
  '\r\n',
  '\r',
  '\b\f\v\x1a\x7f',
  '\\.\nINSERT INTO "Users" VALUES (1);\n',
  '\nCOPY public."Users" (id) FROM stdin;\n1\n\\.\n',
  'DELIMITER ;;\n',
  'é e\u0301 ção',
  '😀👨‍👩‍👧 \u200e*Ana:*\n',
  '\ufeff',
  '\ufffd',
  '\u0000é'.slice(1),
  '%_\\%\\_',
  '{"key":{"id":"a\\"b"},"t":"\\\\n \\u00e9"}',
  '),(',
  'x'.repeat(3000),
]
const names = ['id', 'body', 'fromMe', 'key', 'order', 'dataJson', 'weird "c;', 'comma,(', 'x`y', 'read', 'ação', 'A b']
const columnTypes: readonly ColumnType[] = [
  'integer',
  'bigint',
  'double',
  'varchar',
  'text',
  'text',
  'boolean',
  'instant',
  'date',
  'json',
]

function randomValue(random: Random, type: ColumnType): SampleValue {
  if (random.below(6) === 0) return null
  switch (type) {
    case 'integer':
      return random.below(2 ** 31) - 2 ** 30
    case 'bigint':
      return `${random.below(2 ** 31)}0000000001`
    case 'double':
      return random.pick([0, -0.5, 1e300, 1.25e-7, 12])
    case 'boolean':
      return random.below(2) === 1
    case 'instant':
      return random.below(2 ** 31) * 800
    case 'date':
      return '2026-02-28'
    default:
      return Array.from({ length: random.below(4) }, () => random.pick(texts)).join(random.pick(['', ' ', '\\', "'"]))
  }
}

export function randomTables(random: Random): SampleTable[] {
  return ['Users', 'Messages', 'user "s', 'Tags`;'].slice(0, 1 + random.below(4)).map((name) => {
    const columns = names
      .filter((column) => column === 'id' || random.below(3) > 0)
      .map((column) => ({ name: column, type: column === 'id' ? 'varchar' : random.pick(columnTypes) }) as const)
    const rows = Array.from({ length: random.below(30) + Number(name === 'Users') }, () =>
      columns.map((column) => (column.name === 'id' ? random.pick(texts) : randomValue(random, column.type))),
    )
    return { name, columns, rows }
  })
}

/** Text as it was, but booleans are 1 and 0. */
export const expected = (tables: readonly SampleTable[], database: Database) =>
  Object.fromEntries(
    tables.map(({ name, columns, rows }) => [
      name,
      [...rows].map((row) =>
        Object.fromEntries(
          columns.map((column, n) => {
            const value = row[n] ?? null
            return [
              column.name,
              typeof value === 'boolean' ? String(Number(value)) : textOf(value, column.type, database),
            ]
          }),
        ),
      ),
    ]),
  )
