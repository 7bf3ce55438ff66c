import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DumpRefusal } from '../../../src/moving-in/dump/refusal'
import { inSuite } from '../../support/long'
import { createRandom } from '../../support/random'
import { mysqlDump } from '../samples/write-mysql'
import { postgresDump } from '../samples/write-postgres'
import { fileWith, readRows, refusalOf, stage } from './support'
import { randomTables } from './tables'

const real = (name: string): Buffer => readFileSync(join(import.meta.dir, 'real', name))
/** The short lane tries one of so many bytes. */
const STEP = inSuite(17, 1)

const tables = randomTables(createRandom(11)).map((table) => ({ ...table, rows: [...table.rows].slice(0, 4) }))
const dumps: Readonly<Record<string, Buffer>> = {
  pg_dump: real('postgres-copy.sql'),
  'pg_dump --inserts': real('postgres-inserts.sql'),
  'mariadb-dump': real('mariadb.sql'),
  'mysqldump --skip-extended-insert': Buffer.from([...mysqlDump(tables, { isOneByOne: true })].join('')),
  phpMyAdmin: Buffer.from([...mysqlDump(tables, { program: 'phpMyAdmin' })].join('')),
  'pg_dump --rows-per-insert': Buffer.from([...postgresDump(tables, { style: 'rows' })].join('')),
}

describe('a dump that was cut', () => {
  for (const [name, dump] of Object.entries(dumps))
    test(`is refused or complete, never half: ${name}`, async () => {
      const whole = await readRows(dump)
      expect(whole).not.toBeInstanceOf(DumpRefusal)
      let refused = 0
      const tried = Math.floor(dump.length / STEP)
      for (let length = 0; length < dump.length; length += STEP) {
        const read = await readRows(dump.subarray(0, length))
        if (!(read instanceof DumpRefusal)) expect<unknown>(read).toEqual(whole)
        else {
          refused++
          expect(['truncated', 'noRows']).toContain(read.code)
        }
      }
      // Only what stands behind the mark of the end may be missing.
      expect(refused).toBeGreaterThan(tried * 0.9)
    })

  test('says which table breaks off', async () => {
    const dump = real('postgres-copy.sql')
    const { message } = await refusalOf(stage(fileWith(dump.subarray(0, dump.indexOf('A4\t') + 10))))
    expect(message).toContain('table Messages breaks off after row 3')
  })

  test('is refused when gzip was cut', async () => {
    const packed = gzipSync(dumps.pg_dump ?? '')
    for (const length of [20, 500, packed.length - 9, packed.length - 1])
      expect((await refusalOf(stage(fileWith(packed.subarray(0, length))))).code).toBe('archiveCut')
  })

  test('is refused when gzip is damaged', async () => {
    const packed = Buffer.from(gzipSync(dumps.pg_dump ?? ''))
    packed.fill(0xff, 100, 120)
    expect((await refusalOf(stage(fileWith(packed)))).code).toBe('archiveDamaged')
  })
})
