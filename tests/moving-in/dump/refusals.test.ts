import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { pack } from 'tar-stream'
import { DumpRefusal, type RefusalCode, refusalCodes } from '../../../src/moving-in/dump/refusal'
import { fileWith, refusalOf, stage, temporaryFolder } from './support'

const users = 'CREATE TABLE public."Users" (\n    id integer NOT NULL,\n    name text\n);\n'
const copy = (rows: string) => `${users}COPY public."Users" (id, name) FROM stdin;\n${rows}\\.\n`
const mysqlUsers = 'CREATE TABLE `Users` (`id` int NOT NULL, `name` text);\n'
const latin1 = (text: string) => Buffer.from(text, 'latin1')

const tarOf = async (name: string, content: string): Promise<Buffer> => {
  const archive = pack()
  archive.entry({ name }, content)
  archive.finalize()
  return Buffer.concat(await Array.fromAsync(archive as AsyncIterable<Buffer>)) // what tar-stream gives
}

/** Content, the code of its refusal, and what its sentence must name. */
const refusals: Readonly<Record<string, readonly [content: string | Uint8Array, RefusalCode, ...string[]]>> = {
  'an empty file': ['', 'empty', 'dump', 'again'],
  'blanks alone': ['\n\n  \n', 'empty'],
  'custom format of pg_dump': ['PGDMP\x01\x0e\x00', 'customFormat', 'pg_restore -f -', 'custom'],
  'tar format of pg_dump': [await tarOf('toc.dat', 'PGDMP'), 'customFormat', 'pg_restore -f -', 'tar'],
  'a zip archive': ['PK\x03\x04rest', 'zip', 'unzip -p'],
  xz: [latin1('\xfd7zXZ\0rest'), 'packed', 'xz -dc'],
  zstd: [latin1('\x28\xb5\x2f\xfdrest'), 'packed', 'zstd -dc'],
  bzip2: ['BZh91AY', 'packed', 'bzip2 -dc'],
  'an SQLite file': [
    (() => {
      const file = new Sqlite(':memory:')
      file.exec('CREATE TABLE x (a)')
      return file.serialize()
    })(),
    'sqlite',
    'SQLite',
  ],
  'UTF-16 of PowerShell': [Buffer.from(`\ufeff${copy('1\ta\n')}`, 'utf16le'), 'utf16', '--result-file'],
  'UTF-16 without a mark': [Buffer.from(copy('1\ta\n'), 'utf16le'), 'utf16'],
  'an error page': ['<!DOCTYPE html>\n<html><title>502 Bad Gateway</title>', 'html', '502 Bad Gateway'],
  'another text': ['name;number\nAna;5511', 'notSql', 'name;number', 'mysqldump'],
  'XML of mysqldump': ['<?xml version="1.0"?>\n<mysqldump>', 'notSql'],
  'a picture': [latin1('\xff\xd8\xff\xe0\0\x10JFIF\0'), 'notSql'],
  'an archive without SQL': [await tarOf('notes.txt', 'hello'), 'noDumpInArchive', 'backups/db_dump.sql'],
  'an archive whose only SQL came from a customer': [
    await tarOf('backend-public/x.sql', copy('1\ta\n')),
    'noDumpInArchive',
  ],
  'an archive that was cut': [(await tarOf('backups/db_dump.sql', copy('1\ta\n'))).subarray(0, 600), 'archiveCut'],
  'an error of the program': [
    'pg_dump: error: connection to server failed\n',
    'toolFailed',
    'connection to server failed',
  ],
  'an error of mysqldump behind rows': [
    `${mysqlUsers}INSERT INTO \`Users\` VALUES (1,'a');\nmysqldump: Got error: 2013: Lost connection\n`,
    'toolFailed',
    'Lost connection',
  ],
  'client_encoding LATIN1': [
    `SET client_encoding = 'LATIN1';\n${copy('1\ta\n')}`,
    'encoding',
    'LATIN1',
    'pg_dump --encoding=UTF8',
  ],
  'SET NAMES latin1': [`/*!40101 SET NAMES latin1 */;\n${mysqlUsers}`, 'encoding', 'latin1', 'utf8mb4'],
  'Windows-1252 in COPY': [
    latin1(copy('1\tJos\xe9 da Silva\n')),
    'notUtf8',
    'row 1',
    'Users',
    'column name',
    'Jos',
    'e9',
  ],
  'Windows-1252 in INSERT': [
    latin1(`${mysqlUsers}INSERT INTO \`Users\` VALUES (1,'a'),(2,'S\xe3o');`),
    'notUtf8',
    'row 2',
    'Users',
    'e36f',
  ],
  'COPY without its end': [copy('1\ta\n').replace('\\.\n', ''), 'truncated', 'Users', 'row 1'],
  'INSERT that breaks off in a string': [
    `${mysqlUsers}INSERT INTO \`Users\` VALUES (1,'a'),(2,'b`,
    'truncated',
    'Users',
    'row 1',
  ],
  'pg_dump without its last line': [
    `--\n-- PostgreSQL database dump\n--\n\n${copy('1\ta\n')}`,
    'truncated',
    'PostgreSQL database dump',
  ],
  'mysqldump without its last line': [
    `-- MySQL dump 10.13\n${mysqlUsers}INSERT INTO \`Users\` VALUES (1,'a');\n`,
    'truncated',
    'Dump completed',
  ],
  'phpMyAdmin without COMMIT': [
    `-- phpMyAdmin SQL Dump\nSTART TRANSACTION;\n${mysqlUsers}INSERT INTO \`Users\` VALUES (1,'a');\n`,
    'truncated',
    'START TRANSACTION',
  ],
  'two databases': [
    `CREATE DATABASE a;\n\\connect a\n${copy('1\ta\n')}\\connect b\n${copy('1\tb\n')}`,
    'severalDatabases',
    'a, b',
    '--database',
  ],
  'two databases of MySQL': [
    `USE \`a\`;\n${mysqlUsers}INSERT INTO \`Users\` VALUES (1,'a');USE \`b\`;\n${mysqlUsers}INSERT INTO \`Users\` VALUES (1,'a');`,
    'severalDatabases',
    'a, b',
  ],
  'two dumps': [`${copy('1\ta\n')}${copy('2\tb\n')}`, 'twoDumps', 'Users'],
  'rows without structure': ['INSERT INTO `Users` VALUES (1);', 'noColumns', 'Users', '--no-create-info'],
  'structure without rows': [users, 'noRows', '--schema-only'],
  'a row with a value too many': [copy('1\ta\n2\tb\tc\n'), 'columnCount', 'Row 2', '3 values', '2 columns'],
  'a value that is computed': [`${users}INSERT INTO public."Users" VALUES (1, now());`, 'value', 'Row 1', 'now()'],
  'rows of a query': [`${users}INSERT INTO public."Users" SELECT * FROM x;`, 'syntax'],
  'a file on their server': [`${users}COPY public."Users" FROM '/tmp/users.csv';`, 'syntax'],
  CSV: [`${users}COPY public."Users" FROM stdin WITH (FORMAT csv);\n1,a\n\\.\n`, 'syntax'],
  'text between statements': [`${copy('1\ta\n')}=====\n`, 'syntax', '====='],
  'a column twice': [`${users}INSERT INTO public."Users" (id, id) VALUES (1, 2);`, 'syntax'],
  'a row of 100 MB': [
    Buffer.concat([
      Buffer.from(copy('').replace('\\.\n', '1\t')),
      Buffer.alloc(100 * 1024 * 1024, 'x'),
      Buffer.from('\n\\.\n'),
    ]),
    'rowTooLarge',
    'Users',
    '24 MB',
  ],
  'a value of 100 MB': [
    Buffer.concat([
      Buffer.from(`${mysqlUsers}INSERT INTO \`Users\` VALUES (1,'`),
      Buffer.alloc(100 * 1024 * 1024, '\\'),
      Buffer.from("');\n"),
    ]),
    'rowTooLarge',
    'Users',
  ],
  'too many columns': [
    `CREATE TABLE x (${Array.from({ length: 2001 }, (_, n) => `c${n} int`).join(', ')});`,
    'tooMany',
    '2000',
  ],
  'too many tables': [
    Array.from({ length: 2001 }, (_, n) => `CREATE TABLE t${n} (a int);\n`).join(''),
    'tooMany',
    '2000',
  ],
}

describe('what is no dump is refused in a sentence that says what to do', () => {
  for (const [name, [content, code, ...words]] of Object.entries(refusals))
    test(name, async () => {
      const refusal = await refusalOf(stage(fileWith(content), { pgRestore: null }))
      expect(refusal.code).toBe(code)
      for (const word of words) expect(refusal.message).toContain(word)
      expect(refusal.message).not.toMatch(/\{\w+\}|undefined|\[object/)
    })

  test('a missing file and an empty folder', async () => {
    expect((await refusalOf(stage('/nowhere/at/all.sql'))).code).toBe('notFound')
    expect((await refusalOf(stage(temporaryFolder()))).code).toBe('isFolder')
  })

  test('a folder of pg_dump, with the command for it', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'toc.dat'), 'PGDMP')
    const refusal = await refusalOf(stage(folder, { pgRestore: null }))
    expect(refusal.message).toContain('pg_restore -f -')
  })

  test('an archive in a pipe', async () => {
    const bytes = await tarOf('backups/db_dump.sql', copy('1\ta\n'))
    async function* stdin() {
      yield bytes
    }
    expect((await refusalOf(stage('-', { stdin: stdin() }))).code).toBe('pipedArchive')
  })

  test('a database that is not in the file', async () => {
    const dump = fileWith(`\\connect a\n${copy('1\ta\n')}`)
    const { message } = await refusalOf(stage(dump, { database: 'c' }))
    expect(message).toContain('no database c, only: a')
  })

  test('pg_restore that fails, with what it said', async () => {
    const program = fileWith(
      '#!/bin/sh\necho "pg_restore: error: unsupported version (1.99) in file header" >&2\nexit 1\n',
    )
    const { chmodSync } = await import('node:fs')
    chmodSync(program, 0o755)
    const refusal = await refusalOf(stage(fileWith('PGDMP\x01'), { pgRestore: program }))
    expect(refusal.code).toBe('pgRestoreFailed')
    expect(refusal.message).toContain('unsupported version (1.99)')
  })

  test('a dump in an unpacked backup is found', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'backups'))
    writeFileSync(join(folder, 'backups', 'db_dump.sql'), copy('1\ta\n'))
    expect((await stage(folder)).rows.Users).toEqual([{ id: '1', name: 'a' }])
  })

  test('each sentence names only facts that it gets', () => {
    for (const code of refusalCodes) expect(new DumpRefusal(code).message.length).toBeGreaterThan(20)
  })
})
