import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { inSuite } from '../../support/long'
import { createRandom } from '../../support/random'
import { writeArchive } from '../samples/write-archive'
import { type MysqlOptions, mysqlDump } from '../samples/write-mysql'
import { type PostgresOptions, postgresDump } from '../samples/write-postgres'
import { fileWith, readRows, stage, temporaryFolder } from './support'
import { expected, randomTables } from './tables'

const real = join(import.meta.dir, 'real')
const realFile = (name: string): string => join(real, name)

describe('dumps that the databases made', () => {
  /** Blobs stand in the file of expectations as hexadecimal digits. */
  const readable = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (_key, cell) =>
        cell?.type === 'Buffer' ? { hex: Buffer.from(cell.data).toString('hex') } : cell,
      ),
    )

  for (const [file, holds, kind] of [
    ['postgres-copy.sql', 'postgres.json', 'postgres'],
    ['postgres-inserts.sql', 'postgres.json', 'postgres'],
    ['mariadb.sql', 'mariadb.json', 'mariadb'],
    ['mariadb-hex.sql', 'mariadb.json', 'mariadb'],
  ] as const) {
    test(`${file} is staged as the database holds it`, async () => {
      const { rows, staged } = await stage(realFile(file))
      const wanted = JSON.parse(readFileSync(join(real, holds), 'utf8'))
      // With --complete-insert, a generated column has no value in the dump.
      if (file === 'mariadb-hex.sql')
        for (const row of wanted.Messages) row.len = readable(rows).Messages[0].len === null ? null : row.len
      expect(readable(rows)).toEqual(wanted)
      expect(staged.kind).toBe(kind)
      expect(staged.isEndMarked).toBe(true)
    })
  }

  test('the same rows come out whatever the size of the pieces that are read', async () => {
    for (const file of ['postgres-copy.sql', 'postgres-inserts.sql', 'mariadb.sql']) {
      const bytes = readFileSync(realFile(file))
      const whole = await readRows(bytes)
      for (const size of [1, 2, 3, 7, 64, 1021]) expect(await readRows(bytes, size)).toEqual(whole)
    }
  })
})

const postgresStyles: readonly PostgresOptions[] = [
  { style: 'copy' },
  { style: 'inserts' },
  { style: 'columnInserts', database: 'ticketz' },
  { style: 'rows', schema: 'whaticket' },
]
const mysqlStyles: readonly MysqlOptions[] = [
  { program: 'mysqldump' },
  { program: 'mariadb-dump', isComplete: true },
  { program: 'mysqldump', isOneByOne: true },
  { program: 'phpMyAdmin' },
]

describe('random tables come out as they went in', () => {
  const seeds = Array.from({ length: inSuite(8, 200) }, (_, n) => n + 1)

  for (const style of postgresStyles)
    test(`pg_dump ${JSON.stringify(style)}`, async () => {
      for (const seed of seeds) {
        const tables = randomTables(createRandom(seed))
        const { rows } = await stage(fileWith([...postgresDump(tables, style)].join('')))
        expect(rows).toEqual(expected(tables, 'postgres'))
      }
    })

  for (const style of mysqlStyles)
    test(`MySQL ${JSON.stringify(style)}`, async () => {
      for (const seed of seeds) {
        const tables = randomTables(createRandom(seed))
        const { rows } = await stage(fileWith([...mysqlDump(tables, style)].join('')))
        expect(rows).toEqual(expected(tables, 'mysql'))
      }
    })
})

describe('what is around the SQL', () => {
  const tables = randomTables(createRandom(5))
  const sql = [...postgresDump(tables)].join('')
  const wanted = expected(tables, 'postgres')

  test('gzip, also of several parts, and twice', async () => {
    const [first, second] = [sql.slice(0, 1000), sql.slice(1000)]
    for (const packed of [gzipSync(sql), Buffer.concat([gzipSync(first), gzipSync(second)]), gzipSync(gzipSync(sql))])
      expect((await stage(fileWith(packed, 'named-otherwise.txt'))).rows).toEqual(wanted)
  })

  test('an archive as Ticketz makes it, with the dump before or behind the files', async () => {
    const dump = fileWith(sql)
    const files = [
      { path: 'media/1/2/3/evil.sql', content: 'INSERT INTO "Users" VALUES (1);' },
      { path: 'logo.png', content: 'not a picture' },
    ]
    for (const options of [{}, { isDumpLast: true }, { isDumpLast: true, isPacked: false }]) {
      const archive = join(temporaryFolder(), 'backup')
      await writeArchive(archive, { dump, files, ...options })
      const { rows, staged } = await stage(archive)
      expect(rows).toEqual(wanted)
      expect(staged.isArchive).toBe(true)
    }
  })

  test('a byte order mark, lines of Windows, and a warning of mysqldump', async () => {
    expect((await stage(fileWith(`\ufeff${sql}`))).rows).toEqual(wanted)
    const plain = randomTables(createRandom(5)).map((table) => ({ ...table, rows: [...table.rows].slice(0, 3) }))
    const text = [...mysqlDump(plain)].join('')
    const warned = `mysqldump: [Warning] Using a password on the command line interface can be insecure.\n${text}`
    expect((await stage(fileWith(warned))).rows).toEqual(expected(plain, 'mysql'))
    const simple = [
      { name: 'Users', columns: [{ name: 'id', type: 'text' as const }], rows: [['a\\b'], ['\r\n'], ['']] },
    ]
    const terminal = [...postgresDump(simple)].join('').replaceAll('\n', '\r\n')
    expect((await stage(fileWith(terminal))).rows).toEqual(expected(simple, 'postgres'))
  })

  test('a pipe', async () => {
    async function* stdin() {
      for (let at = 0; at < sql.length; at += 500) yield Buffer.from(sql.slice(at, at + 500))
    }
    expect((await stage('-', { stdin: stdin() })).rows).toEqual(wanted)
  })
})
