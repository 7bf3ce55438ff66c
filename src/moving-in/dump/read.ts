/**
 * Reads the SQL of a dump: finds its tables and hands over their rows. Nothing is run; only the statements that create
 * tables and fill them matter, and all others are skipped to their end.
 */
import type { Budget } from '../../platform/budget'
import { type Catalog, createCatalog, type RowSink, type RowTarget } from './catalog'
import { encodingCommand, requireEncoding, requireUtf8 } from './encoding'
import { createEnding, type Ending } from './ending'
import {
  BACKSLASH,
  COLON,
  COMMA,
  type Dialect,
  endOfBlockComment,
  endOfLine,
  findDelimiter,
  INCOMPLETE,
  isBlank,
  isLineComment,
  OPEN,
  skipBlank,
  wordAt,
} from './lexer'
import { DumpRefusal, refuse } from './refusal'
import { clear, createRow, type Row, reserve } from './row'
import { findRows, readStatement, type Statement } from './statements'
import { END_OF_COPY, readCopyLine, readTuple, UnknownValue } from './values'
import { openWindow, type Window } from './window'

type DatabaseKind = 'postgres' | 'mysql' | 'mariadb'

type DumpFacts = {
  readonly kind: DatabaseKind
  /** Null if the dump does not name it. */
  readonly database: string | null
  /** Of the session that made it (SET TIME_ZONE): MySQL's TIMESTAMP columns are in it, DATETIME ones never. */
  readonly timeZone: string | null
  /** As `SET NAMES` says it; null if nothing does. */
  readonly encoding: string | null
  /** The first comment that names a version, such as `Dumped by pg_dump version 16.4`. */
  readonly madeBy: string | null
  /** Whether the end would have been missed if the dump were cut between two statements. */
  readonly isEndMarked: boolean
  readonly sqlBytes: number
}

type ReadOptions = {
  /** For messages. */
  readonly label: string
  readonly sink: RowSink
  readonly budget: Budget
  /** Of several in one file. */
  readonly database?: string | undefined
  /** Called between pieces of work. */
  readonly advanced?: () => void
}

const MB = 1024 * 1024
const ROW_MB = 24
/** Longer ones create no tables. */
const STATEMENT_TEXT_BYTES = MB / 8
/** Rows in as many bytes take a few milliseconds; a statement may take as long by itself. */
const PIECE_BYTES = 64 * 1024
const PIECE_MS = 4
const HEAD_BYTES = 64 * 1024
const LINE_BYTES = 400

type Reading = {
  readonly label: string
  readonly window: Window
  readonly dialect: Dialect
  readonly row: Row
  readonly catalog: Catalog
  readonly ending: Ending
  /** The rows that are being read; undefined between statements. */
  target: (RowTarget & { readonly isCopy: boolean }) | undefined
  /** With --inserts, each row has the same beginning. */
  insertHead: { readonly text: Buffer; readonly target: RowTarget & { readonly isCopy: false } } | undefined
  timeZone: string | null
  encoding: string | null
  madeBy: string | null
}

/** Throws a `DumpRefusal` for everything that is no complete dump of one installation. */
export async function readDump(source: AsyncIterator<Uint8Array>, options: ReadOptions): Promise<DumpFacts> {
  const { label, sink, budget, advanced = () => {} } = options
  const window = openWindow(source)
  await window.more()
  if (window.bytes.toString('latin1', 0, Math.min(3, window.end)) === '\xef\xbb\xbf') window.at = 3
  const kind = kindOf(window.bytes.toString('utf8', window.at, Math.min(window.end, HEAD_BYTES)))
  const isMysql = kind !== 'postgres'
  const dialect: Dialect = { isMysql, hasEscapes: isMysql, delimiter: ';' }
  const catalog = createCatalog(sink, dialect, options.database)
  const reading: Reading = {
    label,
    window,
    dialect,
    row: createRow(),
    catalog,
    ending: createEnding(),
    target: undefined,
    insertHead: undefined,
    timeZone: null,
    encoding: null,
    madeBy: null,
  }
  for (;;) {
    reserve(reading.row, window.bytes.length)
    const isWaiting = readPiece(reading)
    advanced()
    if (isWaiting) {
      if (window.isLast) break
      if (window.end - window.at > ROW_MB * MB) refuseSize(reading)
      await window.more()
    }
    await budget.rest()
  }
  requireEnd(reading)
  const { timeZone, encoding, madeBy } = reading
  const sqlBytes = window.offset + window.at
  const facts = { timeZone, encoding, madeBy, isEndMarked: reading.ending.isMarked(), sqlBytes }
  return { kind, database: catalog.finish(label), ...facts }
}

/** By the words at the beginning. */
function kindOf(head: string): DatabaseKind {
  const start = head.slice(0, 4096)
  if (/^-- PostgreSQL database/m.test(start)) return 'postgres'
  if (/MariaDB/i.test(start)) return 'mariadb'
  if (/^(-- (MySQL|phpMyAdmin)|#)/m.test(start)) return 'mysql'
  return /`\w+`|\/\*!\d{5}|ENGINE=|AUTO_INCREMENT/.test(head) ? 'mysql' : 'postgres'
}

/** True: up to an item that is incomplete. */
function readPiece(reading: Reading): boolean {
  const { window } = reading
  const until = window.at + PIECE_BYTES
  const latest = performance.now() + PIECE_MS
  while (window.at < until) {
    const isRow = reading.target !== undefined
    const next = reading.target ? readRow(reading, reading.target) : readItem(reading)
    if (next === INCOMPLETE) return true
    window.at = next
    if (!isRow && performance.now() > latest) break
  }
  return false
}

const readRow = (reading: Reading, target: RowTarget & { readonly isCopy: boolean }): number =>
  target.isCopy ? readLine(reading, target) : readInserted(reading, target)

function readLine(reading: Reading, target: RowTarget): number {
  const { bytes, at, end } = reading.window
  const next = readCopyLine(bytes, at, end, reading.row)
  if (next === INCOMPLETE) return INCOMPLETE
  if (next === END_OF_COPY) {
    reading.target = undefined
    return endOfLine(bytes, at, end)
  }
  take(reading, target, at)
  return next
}

/** A row in parentheses, or what stands behind it. */
function readInserted(reading: Reading, target: RowTarget): number {
  const { dialect, window } = reading
  const { bytes, end } = window
  const at = skipBlank(bytes, window.at, end, dialect)
  if (at < 0 || at >= end) return INCOMPLETE
  if (bytes[at] === COMMA) return at + 1
  if (bytes[at] === OPEN) {
    const next = readTupleAt(reading, target, at)
    if (next !== INCOMPLETE) take(reading, target, at)
    return next
  }
  // `;`, ON CONFLICT, ON DUPLICATE KEY UPDATE, RETURNING
  const stop = findDelimiter(bytes, at, end, dialect)
  if (stop === INCOMPLETE) return INCOMPLETE
  if (stop > at && wordAt(bytes, at, end) === '') refuseSyntax(reading, at)
  reading.target = undefined
  return stop + dialect.delimiter.length
}

function readTupleAt(reading: Reading, { table }: RowTarget, at: number): number {
  const { window } = reading
  try {
    return readTuple(window.bytes, at, window.end, reading.row, reading.dialect)
  } catch (error) {
    if (!(error instanceof UnknownValue)) throw error
    const found = excerpt(reading, error.at)
    return refuse('value', { row: table.rows + 1, table: table.name, found, at: window.offset + error.at })
  }
}

function take(reading: Reading, { table, columns, write }: RowTarget, at: number): void {
  const { row, window } = reading
  const number = table.rows + 1
  if (columns.length === 0 && row.count === 1 && row.ends[0] === row.starts[0]) clear(row)
  if (row.count !== columns.length) {
    const expected = columns.length
    refuse('columnCount', { row: number, table: table.name, found: row.count, expected, at: window.offset + at })
  }
  requireUtf8(row, columns, () => ({
    row: number,
    table: table.name,
    at: window.offset + at,
    command: encodingCommand(reading.dialect),
  }))
  write(row)
  table.rows = number
}

/** Behind a comment or statement, or behind what stands before an INSERT's rows. */
function readItem(reading: Reading): number {
  const { dialect, window } = reading
  const { bytes, end } = window
  while (window.at < end && isBlank(bytes[window.at])) window.at++
  const at = window.at
  // What begins here is known by its first three bytes.
  if (at >= end || (at + 3 > end && !window.isLast)) return INCOMPLETE
  if (isLineComment(bytes, at, dialect) || bytes[at] === BACKSLASH) return readCommentOrCommand(reading, at)
  const behind = endOfBlockComment(bytes, at, end, dialect)
  if (behind !== at) return behind
  if (startsWith(bytes, at, dialect.delimiter)) return at + dialect.delimiter.length
  const word = wordAt(bytes, at, end)
  if (word === undefined) return INCOMPLETE
  if (word === 'delimiter' && dialect.isMysql) return readDelimiter(reading, at + word.length)
  if (isToolLine(word, bytes[at + word.length])) return readToolLine(reading, at)
  if (word === 'insert' || word === 'replace') return beginInsert(reading, at)
  if (word === '' && bytes[at] !== OPEN) return at + 3 > end ? INCOMPLETE : refuseSyntax(reading, at)
  return readSql(reading, at, word)
}

const startsWith = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text

function lineEnd({ window }: Reading, at: number): number {
  const stop = endOfLine(window.bytes, at, window.end)
  return stop === INCOMPLETE && window.isLast ? window.end : stop
}

const lineAt = ({ window }: Reading, at: number, stop: number): string =>
  window.bytes.toString('utf8', at, Math.min(stop, at + LINE_BYTES)).trim()

function readCommentOrCommand(reading: Reading, at: number): number {
  const stop = lineEnd(reading, at)
  if (stop === INCOMPLETE) return INCOMPLETE
  const line = lineAt(reading, at, stop)
  if (line.startsWith('\\')) noteCommand(reading, line)
  else noteComment(reading, line)
  return stop
}

/** psql's `\connect ticketz`, also as `\connect -reuse-previous=on "dbname='ticketz'"`. */
function noteCommand(reading: Reading, line: string): void {
  const found = /^\\c(?:onnect)?\s+(?:-\S+\s+)*(?:"((?:[^"]|"")*)"|'([^']*)'|(\S+))/.exec(line)
  if (!found) return
  const named = found[1]?.replaceAll('""', '"') ?? found[2] ?? found[3] ?? ''
  use(reading, /dbname='((?:[^'\\]|\\.)*)'/.exec(named)?.[1] ?? named)
}

function noteComment(reading: Reading, line: string): void {
  reading.ending.noteComment(line)
  if (reading.madeBy === null && /\bdump version|^-- (MySQL|MariaDB) dump|version:? [\d.]+/i.test(line))
    reading.madeBy = line.replace(/^[-#\s]+/, '')
  // mysqldump of one database names it here, and nowhere else.
  const database = /^-- Host: .*\bDatabase: (\S.*)$/.exec(line)?.[1]
  if (database !== undefined && reading.dialect.isMysql) use(reading, database)
}

function use(reading: Reading, database: string): void {
  reading.insertHead = undefined
  reading.catalog.use(database)
}

function readDelimiter(reading: Reading, at: number): number {
  const stop = lineEnd(reading, at)
  if (stop !== INCOMPLETE) reading.dialect.delimiter = lineAt(reading, at, stop) || ';'
  return stop
}

/** What dump programs print beside the dump gets into it by `2>&1`. */
const isToolLine = (word: string, next: number | undefined): boolean =>
  next === COLON && /^(mysqldump|pg_dump|pg_dumpall|pg_restore|mysql|warning)$/.test(word)

function readToolLine(reading: Reading, at: number): number {
  const stop = lineEnd(reading, at)
  if (stop === INCOMPLETE) return INCOMPLETE
  const line = lineAt(reading, at, stop)
  if (!/warning/i.test(line)) refuse('toolFailed', { path: reading.label, line })
  return stop
}

function beginInsert(reading: Reading, at: number): number {
  const { dialect, window, insertHead, catalog } = reading
  const { bytes, end } = window
  if (insertHead && isSame(insertHead.text, bytes, at, end)) {
    reading.target = insertHead.target
    return at + insertHead.text.length
  }
  const stop = findRows(bytes, at, end, dialect)
  if (stop === INCOMPLETE) return INCOMPLETE
  const found = readStatement(bytes.toString('utf8', at, stop), dialect)
  if (!found) return stop + dialect.delimiter.length
  const rows = found.kind === 'insert' ? catalog.rowsOf(found.table, found.columns) : undefined
  if (!rows) return refuseSyntax(reading, at)
  const target = { ...rows, isCopy: false } as const
  reading.insertHead = { text: Buffer.from(bytes.subarray(at, stop)), target }
  reading.target = target
  return stop
}

const isSame = (text: Buffer, bytes: Buffer, at: number, end: number): boolean =>
  at + text.length <= end && bytes.compare(text, 0, text.length, at, at + text.length) === 0

/** Statements that say something to us begin with these. */
const knownWords = new Set('alter begin commit copy create drop lock set start unlock use'.split(' '))
const CREATE_OTHER = /^create\s+(?!(\w+\s+)*?table\b)/i

function readSql(reading: Reading, at: number, word: string): number {
  const { dialect, window, catalog } = reading
  const { bytes, end } = window
  const stop = findDelimiter(bytes, at, end, dialect)
  if (stop === INCOMPLETE) return INCOMPLETE
  const next = stop + dialect.delimiter.length
  if (stop - at > STATEMENT_TEXT_BYTES || !knownWords.has(word)) return next
  if (CREATE_OTHER.test(bytes.toString('latin1', at, Math.min(stop, at + LINE_BYTES)))) return next
  const found = readStatement(bytes.toString('utf8', at, stop), dialect)
  if (found?.kind !== 'copy') {
    if (found) note(reading, found, at)
    return next
  }
  const line = endOfLine(bytes, next, end)
  if (line === INCOMPLETE) return INCOMPLETE
  const rows = found.isText ? catalog.rowsOf(found.table, found.columns) : undefined
  if (!rows) return refuseSyntax(reading, at)
  reading.target = { ...rows, isCopy: true }
  return line
}

function note(reading: Reading, found: Statement, at: number): void {
  const { catalog, ending } = reading
  reading.insertHead = undefined
  switch (found.kind) {
    case 'createTable':
      catalog.create(found.table, catalog.withInherited(found.columns, found.inherits ?? []))
      if (found.partOf) catalog.attach(found.partOf, found.table)
      break
    case 'attach':
      catalog.attach(found.whole, found.part)
      break
    case 'addColumns':
      catalog.addColumns(found.table, found.columns)
      break
    case 'dropTables':
      for (const table of found.tables) catalog.drop(table)
      break
    case 'use':
      use(reading, found.database)
      break
    case 'names':
      requireEncoding(found.encoding, reading.dialect)
      reading.encoding = found.encoding.toLowerCase()
      break
    case 'set':
      noteSetting(reading, found.name, found.value)
      break
    case 'opens':
      ending.open(found.what)
      break
    case 'closes':
      ending.close(found.what)
      break
    case 'unreadable':
      refuseSyntax(reading, at)
  }
}

function noteSetting(reading: Reading, name: string, value: string): void {
  const { dialect } = reading
  if (name === 'client_encoding') requireEncoding(value, dialect)
  else if (name === 'time_zone' || name === 'timezone') {
    if (!value.startsWith('@')) reading.timeZone = value
  } else if (name === 'search_path') {
    // Before 2018, pg_dump wrote no schema with its tables: `SET search_path = public, pg_catalog`.
    if (!dialect.isMysql) reading.catalog.setSchema(/^\w+$/.test(value) ? value : null)
  } else if (name === 'standard_conforming_strings') dialect.hasEscapes = /^(off|false|0)$/i.test(value)
}

function refuseSize(reading: Reading): never {
  const { window, target } = reading
  const at = window.offset + window.at
  if (target) return refuse('rowTooLarge', { row: target.table.rows + 1, table: target.table.name, limit: ROW_MB, at })
  return refuse('statementTooLarge', { limit: ROW_MB, at, found: excerpt(reading, window.at) })
}

/** Refuses what ends in the middle. */
function requireEnd(reading: Reading): void {
  const { window, target, ending } = reading
  if (target) refuse('truncated', { what: `table ${target.table.name} breaks off after row ${target.table.rows}` })
  if (window.at < window.end) refuse('truncated', { what: `a statement breaks off: ${excerpt(reading, window.at)}` })
  const open = ending.findOpen()
  if (open !== undefined) refuse('truncated', { what: `what belongs to "${open}" is missing at the end` })
}

const excerpt = ({ window }: Reading, at: number): string =>
  JSON.stringify(window.bytes.toString('utf8', at, Math.min(window.end, at + 80)))

function refuseSyntax(reading: Reading, at: number): never {
  throw new DumpRefusal('syntax', { at: reading.window.offset + at, found: excerpt(reading, at) })
}
