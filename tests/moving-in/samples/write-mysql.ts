/** The text of mysqldump, mariadb-dump and phpMyAdmin for sample tables, in the shapes that their options give. */
import { type ColumnType, type SampleTable, type SampleValue, textOf } from './table'

export type MysqlOptions = {
  readonly program?: 'mysqldump' | 'mariadb-dump' | 'phpMyAdmin'
  /** --skip-extended-insert: one row in each. */
  readonly isOneByOne?: boolean
  /** --complete-insert: with names of the columns. */
  readonly isComplete?: boolean
  readonly database?: string
}

const types: Readonly<Record<ColumnType, string>> = {
  integer: 'int',
  bigint: 'bigint',
  double: 'double',
  varchar: 'varchar(255)',
  text: 'text COLLATE utf8mb4_unicode_ci',
  boolean: 'tinyint(1)',
  instant: 'datetime(6)',
  date: 'date',
  json: 'json',
  uuid: 'char(36)',
}

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``

/** Of one INSERT, as net_buffer_length. */
const STATEMENT_LENGTH = 1_000_000

export function* mysqlDump(tables: readonly SampleTable[], options: MysqlOptions = {}): Generator<string> {
  const { program = 'mysqldump', database = 'whaticket' } = options
  const isPhpMyAdmin = program === 'phpMyAdmin'
  if (program === 'mariadb-dump') yield '/*M!999999\\- enable the sandbox mode */ \n'
  yield isPhpMyAdmin ? phpMyAdminHead(database) : headOf(program, database)
  for (const table of tables) {
    const { name, columns } = table
    const lines = columns.map((column) => `  ${quoted(column.name)} ${types[column.type]}${defaultOf(column)}`)
    const drop = isPhpMyAdmin
      ? ''
      : `DROP TABLE IF EXISTS ${quoted(name)};\n/*!50503 SET character_set_client = utf8mb4 */;\n`
    yield `\n--\n-- Table structure for table ${quoted(name)}\n--\n\n${drop}CREATE TABLE ${quoted(name)} (\n${lines.join(',\n')}${isPhpMyAdmin ? '' : keyOf(table)}\n) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COMMENT='it''s; a \`table\`';\n`
    const isLocked = !isPhpMyAdmin
    if (isLocked) yield `\nLOCK TABLES ${quoted(name)} WRITE;\n/*!40000 ALTER TABLE ${quoted(name)} DISABLE KEYS */;\n`
    yield* rowsOf(table, { ...options, isComplete: options.isComplete ?? isPhpMyAdmin })
    if (isLocked) yield `/*!40000 ALTER TABLE ${quoted(name)} ENABLE KEYS */;\nUNLOCK TABLES;\n`
  }
  if (!isPhpMyAdmin) yield TRIGGER
  yield isPhpMyAdmin ? PHPMYADMIN_TAIL : TAIL
}

const defaultOf = ({ name, type }: { name: string; type: ColumnType }): string =>
  name === 'id' ? ' NOT NULL' : type === 'varchar' ? " DEFAULT 'a;b, ''c'''" : ' DEFAULT NULL'

const keyOf = ({ columns }: SampleTable): string =>
  columns.some(({ name }) => name === 'id') ? ',\n  PRIMARY KEY (`id`),\n  KEY `key,(` (`id`)' : ''

function* rowsOf(
  { name, columns, rows }: SampleTable,
  { isOneByOne, isComplete, program }: MysqlOptions,
): Generator<string> {
  const names = isComplete ? ` (${columns.map((column) => quoted(column.name)).join(', ')})` : ''
  const head = `INSERT INTO ${quoted(name)}${names} VALUES`
  const between = program === 'mysqldump' ? ',' : ',\n'
  let length = 0
  for (const row of rows) {
    const values = `(${row.map((value, at) => literal(value, columns[at]?.type ?? 'text')).join(',')})`
    yield length === 0 ? `${head}${program === 'mysqldump' ? ' ' : '\n'}${values}` : `${between}${values}`
    length += values.length
    if (!isOneByOne && length < STATEMENT_LENGTH) continue
    yield ';\n'
    length = 0
  }
  if (length > 0) yield ';\n'
}

const escapes: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\n': '\\n',
  '\r': '\\r',
  '\x1a': '\\Z',
  "'": "\\'",
  '"': '\\"',
  '\\': '\\\\',
}
function literal(value: SampleValue, type: ColumnType): string {
  const text = textOf(value, type, 'mysql')
  if (text === null) return 'NULL'
  const isNumber = type === 'integer' || type === 'bigint' || type === 'double' || type === 'boolean'
  if (isNumber && /^-?[\d.]+(e[+-]?\d+)?$/i.test(text)) return text
  // The pattern is of the signs that MySQL escapes, control characters included.
  return `'${[...text].map((sign) => escapes[sign] ?? sign).join('')}'`
}

const SAVED = ['CHARACTER_SET_CLIENT', 'CHARACTER_SET_RESULTS', 'COLLATION_CONNECTION']
const save = SAVED.map((name) => `/*!40101 SET @OLD_${name}=@@${name} */;\n`).join('')
const restore = SAVED.map((name) => `/*!40101 SET ${name}=@OLD_${name} */;\n`).join('')

function headOf(program: 'mysqldump' | 'mariadb-dump', database: string): string {
  const made =
    program === 'mysqldump'
      ? '-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)'
      : '-- MariaDB dump 10.19  Distrib 10.11.19-MariaDB, for debian-linux-gnu (x86_64)'
  return `${made}
--
-- Host: localhost    Database: ${database}
-- ------------------------------------------------------
-- Server version	8.0.36

${save}/*!50503 SET NAMES utf8mb4 */;
/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;
/*!40103 SET TIME_ZONE='+00:00' */;
/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;
`
}

/** Bodies that look like rows. */
const TRIGGER = `
/*!50003 SET @saved_sql_mode       = @@sql_mode */ ;
DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=\`root\`@\`localhost\`*/ /*!50003 TRIGGER tr BEFORE INSERT ON \`Users\` FOR EACH ROW BEGIN
 INSERT INTO \`Users\` VALUES (3,'t;x'); -- it's
 SET NEW.name='it''s'; END */;;
DELIMITER ;
/*!50003 SET sql_mode              = @saved_sql_mode */ ;
/*!50001 CREATE ALGORITHM=UNDEFINED */
/*!50013 DEFINER=\`root\`@\`localhost\` SQL SECURITY DEFINER */
/*!50001 VIEW \`vw\` AS select 'a;b' AS \`x\` */;
`

const TAIL = `/*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */;

/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;
${restore}
-- Dump completed on 2026-03-02 17:56:21
`

const phpMyAdminHead = (database: string): string => `-- phpMyAdmin SQL Dump
-- version 5.2.1
-- https://www.phpmyadmin.net/
--
-- Host: localhost:3306
-- Tempo de geração: 02-Mar-2026 às 14:56
-- Versão do servidor: 8.0.36
-- versão do PHP: 8.2.12

SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";
START TRANSACTION;
SET time_zone = "+00:00";


${save}/*!40101 SET NAMES utf8mb4 */;

--
-- Banco de dados: \`${database}\`
--

-- --------------------------------------------------------
`

const PHPMYADMIN_TAIL = `
--
-- Índices para tabela \`Users\`
--
ALTER TABLE \`Users\`
  ADD PRIMARY KEY (\`id\`),
  ADD UNIQUE KEY \`email\` (\`email\`);

--
-- AUTO_INCREMENT de tabela \`Users\`
--
ALTER TABLE \`Users\`
  MODIFY \`id\` int NOT NULL AUTO_INCREMENT, AUTO_INCREMENT=8;
COMMIT;

${restore}`
