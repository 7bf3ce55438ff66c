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

  for (const file of ['postgres-partitions.sql', 'postgres-partitions-inserts.sql'])
    test(`${file}: rows of partitions stand in their table`, async () => {
      const { rows } = await stage(realFile(file))
      expect(Object.keys(rows).sort()).toEqual(['Companies', 'Messages', 'old_contacts', 'old_contacts_2'])
      const [first, second, third] = rows.Messages ?? []
      expect(first).toMatchObject({ id: 'a', body: 'x\ty\n\\z', ticketId: '1', fromMe: '1', extra: null })
      expect(second).toMatchObject({ id: 'b', body: 'olá 😀', fromMe: '0', createdAt: '2025-05-05 00:00:00+00' })
      expect(third).toMatchObject({ id: 'c', body: '', ticketId: null })
    })

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

/** As these programs write: abbreviated, and with names of ours. */
const programs: Readonly<Record<string, string>> = {
  'Adminer, of PostgreSQL': `-- Adminer 4.8.1 PostgreSQL 14.5 dump

DROP TABLE IF EXISTS "Users";
DROP SEQUENCE IF EXISTS "Users_id_seq";
CREATE SEQUENCE "Users_id_seq" INCREMENT 1 MINVALUE 1 MAXVALUE 2147483647 CACHE 1;

CREATE TABLE "public"."Users" (
    "id" integer DEFAULT nextval('"Users_id_seq"') NOT NULL,
    "name" character varying(255) NOT NULL,
    "super" boolean DEFAULT false,
    CONSTRAINT "Users_pkey" PRIMARY KEY ("id")
) WITH (oids = false);

INSERT INTO "Users" ("id", "name", "super") VALUES
(1,	'Zé d''Água',	'1'),
(2,	'a\\b; c',	'0');

-- 2024-05-01 12:00:00.000000+00
`,
  'Adminer, of MySQL': `-- Adminer 4.8.1 MySQL 8.0.31 dump

SET NAMES utf8;
SET time_zone = '+00:00';
SET foreign_key_checks = 0;
SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO';

SET NAMES utf8mb4;

DROP TABLE IF EXISTS \`Users\`;
CREATE TABLE \`Users\` (
  \`id\` int NOT NULL AUTO_INCREMENT,
  \`name\` varchar(255) COLLATE utf8mb4_bin NOT NULL,
  \`super\` tinyint(1) DEFAULT '0',
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO \`Users\` (\`id\`, \`name\`, \`super\`) VALUES
(1,	'Zé d\\'Água',	1),
(2,	'a\\\\b; c',	0);

-- 2024-05-01 12:00:00
`,
  'pg_dump before 2018': `--
-- PostgreSQL database dump
--

SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SET search_path = public, pg_catalog;
SET default_with_oids = false;

CREATE TABLE "Users" (
    id integer NOT NULL,
    name character varying(255),
    super boolean DEFAULT false
);

SET search_path = audit, pg_catalog;

CREATE TABLE "Users" (
    id integer,
    what text
);

SET search_path = public, pg_catalog;

COPY "Users" (id, name, super) FROM stdin;
1	Zé d'Água	t
2	a\\\\b; c	f
\\.

SELECT pg_catalog.setval('"Users_id_seq"', 2, true);

--
-- PostgreSQL database dump complete
--
`,
  'pg_dump 10, with a partition': `--
-- PostgreSQL database dump
--

CREATE TABLE public."Users" (
    id integer NOT NULL,
    name character varying(255),
    super boolean
)
PARTITION BY LIST (super);

CREATE TABLE public."Users_1" PARTITION OF public."Users"
FOR VALUES IN (true, false);

COPY public."Users_1" (id, name, super) FROM stdin;
1	Zé d'Água	t
2	a\\\\b; c	f
\\.

--
-- PostgreSQL database dump complete
--
`,
  HeidiSQL: `-- --------------------------------------------------------
-- Servidor:                     127.0.0.1
-- Versão do servidor:           10.6.12-MariaDB - mariadb.org binary distribution
-- HeidiSQL Versão:              12.3.0.6589
-- --------------------------------------------------------

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET NAMES utf8 */;
/*!50503 SET NAMES utf8mb4 */;

CREATE DATABASE IF NOT EXISTS \`whaticket\` /*!40100 DEFAULT CHARACTER SET utf8mb4 */;
USE \`whaticket\`;

CREATE TABLE IF NOT EXISTS \`Users\` (
  \`id\` int(11) NOT NULL AUTO_INCREMENT,
  \`name\` varchar(255) NOT NULL,
  \`super\` tinyint(1) DEFAULT 0,
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB;

/*!40000 ALTER TABLE \`Users\` DISABLE KEYS */;
REPLACE INTO \`Users\` (\`id\`, \`name\`, \`super\`) VALUES
	(1, 'Zé d\\'Água', 1),
	(2, 'a\\\\b; c', 0);
/*!40000 ALTER TABLE \`Users\` ENABLE KEYS */;

/*!40101 SET CHARACTER_SET_CLIENT=IFNULL(@OLD_CHARACTER_SET_CLIENT, '') */;
`,
  Navicat: `/*
 Navicat Premium Data Transfer

 Source Server Type    : PostgreSQL
 Date: 01/05/2024 12:00:00
*/


-- ----------------------------
-- Table structure for Users
-- ----------------------------
DROP TABLE IF EXISTS "public"."Users";
CREATE TABLE "public"."Users" (
  "id" int4 NOT NULL DEFAULT nextval('"Users_id_seq"'::regclass),
  "name" varchar(255) COLLATE "pg_catalog"."default",
  "super" bool DEFAULT false
)
;

-- ----------------------------
-- Records of Users
-- ----------------------------
BEGIN;
INSERT INTO "public"."Users" VALUES (1, 'Zé d''Água', 't');
INSERT INTO "public"."Users" VALUES (2, 'a\\b; c', 'f');
COMMIT;
`,
  DBeaver: `INSERT INTO public."Users" (id,"name","super") VALUES
	 (1,'Zé d''Água',true),
	 (2,'a\\b; c',false);
`,
}

describe('dumps of other programs', () => {
  for (const [name, sql] of Object.entries(programs))
    test(name, async () => {
      for (const text of [sql, sql.replaceAll('\n', '\r\n'), `\ufeff${sql}`]) {
        const { rows } = await stage(fileWith(text))
        expect(rows.Users?.map(({ id, name, super: isSuper }) => [id, name, /^(1|t)/.test(String(isSuper))])).toEqual([
          ['1', "Zé d'Água", true],
          ['2', 'a\\b; c', false],
        ])
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
