import { describe, expect, test } from 'bun:test'
import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stageDump } from '../../../src/moving-in/dump/stage'
import { readStaging } from '../../../src/moving-in/dump/staging'
import { fileWith, rowsIn, stage, temporaryFolder } from './support'

const users = (rows: string, schema = 'public', name = '"Users"') =>
  `CREATE TABLE ${schema}.${name} (id integer, name text);\nCOPY ${schema}.${name} (id, name) FROM stdin;\n${rows}\\.\n`

describe('a staging file', () => {
  test('knows of its source and its tables, the largest first', async () => {
    const dump = `${users('1\ta\n')}${users('1\tb\n2\tc\n', 'public', '"Messages"')}`
    const { staged } = await stage(fileWith(dump))
    expect(staged).toMatchObject({
      kind: 'postgres',
      database: null,
      isArchive: false,
      isEndMarked: false,
      sourceBytes: dump.length,
      sqlBytes: dump.length,
    })
    expect(staged.tables).toEqual([
      {
        name: 'Messages',
        schema: 'public',
        original: 'Messages',
        rows: 2,
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'name', type: 'text' },
        ],
      },
      expect.objectContaining({ name: 'Users', rows: 1 }),
    ])
  })

  test('of the same dump is used again, of another one is made anew', async () => {
    const dump = fileWith(users('1\ta\n'))
    const path = join(temporaryFolder(), 'staging.db')
    let readings = 0
    const options = { onProgress: () => void readings++ }
    await stageDump(dump, path, options)
    const first = readings
    expect(first).toBeGreaterThan(0)
    await stageDump(dump, path, options)
    expect(readings).toBe(first)
    writeFileSync(dump, users('2\tb\n'))
    utimesSync(dump, 1, 1)
    await stageDump(dump, path, options)
    expect(rowsIn(path).Users).toEqual([{ id: '2', name: 'b' }])
  })

  test('that was interrupted is no staging, and begins again', async () => {
    const path = join(temporaryFolder(), 'staging.db')
    async function* breaking() {
      yield Buffer.from(users('1\ta\n'))
      yield Buffer.alloc(2_000_000, '\n')
      throw new Error('the power failed')
    }
    await expect(stageDump('-', path, { stdin: breaking() })).rejects.toThrow('the power failed')
    expect(existsSync(path)).toBe(true)
    expect(readStaging(path)).toBeUndefined()
    const staged = await stageDump(fileWith(users('1\ta\n')), path)
    expect(staged.tables).toHaveLength(1)
  })

  test('that was cancelled is removed, and so is one of a dump that is refused', async () => {
    const path = join(temporaryFolder(), 'staging.db')
    const controller = new AbortController()
    const onProgress = () => controller.abort(new Error('cancelled'))
    const dump = fileWith(users('1\ta\n'))
    await expect(stageDump(dump, path, { onProgress, signal: controller.signal })).rejects.toThrow('cancelled')
    expect(existsSync(path)).toBe(false)
    await expect(stageDump(fileWith(users('1\ta\n').slice(0, -3)), path)).rejects.toThrow('breaks off')
    expect(existsSync(path)).toBe(false)
  })

  test('is not read from other files', async () => {
    expect(readStaging(fileWith('no database'))).toBeUndefined()
    expect(readStaging('/nowhere')).toBeUndefined()
  })
})

describe('tables', () => {
  test('of several schemas stand side by side: the one with most rows has the bare names', async () => {
    const { rows } = await stage(fileWith(`${users('1\ta\n', 'auth')}${users('1\tb\n2\tc\n', 'ticketz')}`))
    expect(rows.Users).toHaveLength(2)
    expect(rows['auth.Users']).toHaveLength(1)
  })

  test('whose names differ only in case stand side by side, and so do columns', async () => {
    const dump = `${users('1\ta\n2\tb\n')}${users('3\tc\n', 'public', 'users')}
      CREATE TABLE public.t ("A" int, a int);\nCOPY public.t ("A", a) FROM stdin;\n1\t2\n\\.\n`
    const { rows } = await stage(fileWith(dump))
    expect(rows.Users).toHaveLength(2)
    expect(rows['users#2']).toEqual([{ id: '3', name: 'c' }])
    expect(rows.t).toEqual([{ A: '1', 'a#2': '2' }])
  })

  test('get columns that are added, before and behind their rows', async () => {
    const dump = `CREATE TABLE public.t (a int);
      ALTER TABLE ONLY public.t ADD COLUMN b text, ADD COLUMN IF NOT EXISTS key boolean DEFAULT false;
      ALTER TABLE public.t ADD CONSTRAINT t_pkey PRIMARY KEY (a);
      INSERT INTO public.t VALUES (1, 'x', true);
      ALTER TABLE public.t ADD c int;`
    expect((await stage(fileWith(dump))).rows.t).toEqual([{ a: '1', b: 'x', key: '1', c: null }])
  })

  test('without structure get the columns that COPY names', async () => {
    const dump = 'COPY public."Users" (id, "isGroup") FROM stdin;\n1\tt\n\\.\n'
    expect((await stage(fileWith(dump))).rows.Users).toEqual([{ id: '1', isGroup: 't' }])
  })

  test('keep the values of all kinds', async () => {
    const postgres = `CREATE TABLE v (a text, b boolean, c bytea, d text, e text, f text, g text);
      INSERT INTO v VALUES (E'tab\\there \\'q\\' \\u00e9\\U0001F600\\x41\\101', FALSE, '\\x00ff', 'a\\nb''c'::text, -1.5e10, NULL::character varying(20)[], N'n');
      INSERT INTO v (a, b) VALUES ('x', DEFAULT), ('y', 't') ON CONFLICT (a) DO UPDATE SET a = 'z;';`
    expect((await stage(fileWith(postgres))).rows.v).toEqual([
      { a: "tab\there 'q' é😀AA", b: '0', c: Buffer.from([0, 255]), d: "a\\nb'c", e: '-1.5e10', f: null, g: 'n' },
      { a: 'x', b: null, c: null, d: null, e: null, f: null, g: null },
      { a: 'y', b: '1', c: null, d: null, e: null, f: null, g: null },
    ])
    const mysql = `CREATE TABLE \`v\` (\`a\` text, \`b\` tinyint(1), \`c\` blob, \`d\` bit(3), \`e\` text);
      INSERT IGNORE INTO \`v\` VALUES ("dq \\"x\\" ""y""",TRUE,_binary '\\0\\'',b'101',0xC3A9),('\\0\\Z\\%',0,0x,0x05,_utf8mb4'é'),('',1,X'4142','\\\\',0xff)
      ON DUPLICATE KEY UPDATE a = 'x;';`
    expect((await stage(fileWith(mysql))).rows.v).toEqual([
      { a: 'dq "x" "y"', b: '1', c: Buffer.from([0, 39]), d: '5', e: 'é' },
      { a: '\0\x1a\\%', b: '0', c: Buffer.alloc(0), d: '5', e: 'é' },
      { a: '', b: '1', c: Buffer.from('AB'), d: '92', e: '\\xff' },
    ])
  })

  test('follow standard_conforming_strings', async () => {
    const dump = `SET standard_conforming_strings = off;\nCREATE TABLE t (a text);\nINSERT INTO t VALUES ('a\\'b');`
    expect((await stage(fileWith(dump))).rows.t).toEqual([{ a: "a'b" }])
  })
})

describe('databases', () => {
  const both = `\\connect one\n${users('1\ta\n')}\\connect -reuse-previous=on "dbname='two'"\n${users('2\tb\n')}`

  test('one of several is chosen by its name', async () => {
    for (const [database, id] of [
      ['one', '1'],
      ['two', '2'],
    ] as const) {
      const { rows, staged } = await stage(fileWith(both), { database })
      expect(rows.Users?.map((row) => row.id)).toEqual([id])
      expect(staged.database).toBe(database)
    }
  })

  test('tell how a dump of MySQL was encoded, by what its rows follow', async () => {
    const rows = 'CREATE TABLE `Users` (`id` int);\nINSERT INTO `Users` VALUES (1);\n'
    const encodingOf = async (sql: string) => (await stage(fileWith(sql + rows))).staged.encoding
    expect(await encodingOf('/*!40101 SET NAMES utf8 */;\n')).toBe('utf8')
    expect(await encodingOf('SET NAMES utf8;\nSET NAMES utf8mb4;\n')).toBe('utf8mb4')
    expect(await encodingOf('')).toBeNull()
  })

  test('of partitions that name each other are read nevertheless', async () => {
    const attach = (whole: string, part: string) => `ALTER TABLE ONLY "${whole}" ATTACH PARTITION "${part}" DEFAULT;\n`
    const sql = `CREATE TABLE "A" (id integer);\nCREATE TABLE "B" (id integer);\n${attach('A', 'B')}${attach('B', 'A')}${attach('A', 'A')}`
    const { rows } = await stage(fileWith(`${sql}COPY "B" (id) FROM stdin;\n7\n\\.\n`))
    expect(rows).toEqual({ A: [{ id: '7' }] })
  })

  test("the servers' own and empty ones do not count", async () => {
    const mysql = 'CREATE TABLE `user` (`a` int);\nINSERT INTO `user` VALUES (1);\n'
    const dump = `USE \`mysql\`;\n${mysql}USE \`empty\`;\nCREATE TABLE \`x\` (\`a\` int);\nUSE \`izing\`;\n${mysql}`
    const { rows, staged } = await stage(fileWith(dump))
    expect(rows.user).toEqual([{ a: '1' }])
    expect(staged.database).toBe('izing')
  })

  test('the zone of the session is told apart from variables', async () => {
    const dump =
      "/*!40103 SET TIME_ZONE='+00:00' */;\nCREATE TABLE `x` (`a` int);\nINSERT INTO `x` VALUES (1);\n/*!50106 SET TIME_ZONE= @save_time_zone */ ;\n"
    expect((await stage(fileWith(dump))).staged.timeZone).toBe('+00:00')
  })
})
