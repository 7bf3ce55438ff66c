/**
 * Streams a dump into a staging file. A table keeps its name, its columns and the order of its rows (`rowid`). Every
 * value is text as the database wrote it, except: NULL is NULL, booleans are 1 and 0, bit fields are numbers, and the
 * values of binary columns are BLOBs.
 */
import { isUtf8 } from 'node:buffer'
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { type Budget, createBudget } from '../../platform/budget'
import { isStorageFull } from '../../platform/sqlite'
import type { DumpTable, RowSink } from './catalog'
import { type OpenOptions, openDump } from './open'
import { readDump } from './read'
import { DumpRefusal, refuse } from './refusal'
import { BITS, BYTES, NULL, NUMBER, type Row } from './row'
import { META_TABLE, readStaging, STAGING_VERSION, type StagedDump, TABLES_TABLE } from './staging'
import type { Column } from './statements'

type StagingProgress = {
  /** Bytes of the source that were read, and all of them: null for a pipe. */
  readonly read: number
  readonly total: number | null
  readonly rows: number
  /** That is being filled. */
  readonly table: string | null
}

export type StageOptions = OpenOptions & {
  readonly onProgress?: (progress: StagingProgress) => void
  readonly signal?: AbortSignal
  /** The installation's, if the dump contains several. */
  readonly database?: string | undefined
}

/**
 * Stages `source` (a path, or `-` for standard input) into a new file at `stagingPath`. If the same dump was staged
 * there completely, it is not read again. A staging that was interrupted begins again. Throws `DumpRefusal`.
 */
export async function stageDump(source: string, stagingPath: string, options: StageOptions = {}): Promise<StagedDump> {
  const dump = openDump(source, options)
  if (dump.size !== null) {
    const known = readStaging(stagingPath)
    if (known && known.fingerprint === dump.fingerprint()) return known
  }
  for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(stagingPath + ending, { force: true })
  const staging = createStaging(stagingPath)
  const budget = createBudget()
  try {
    const facts = await readDump(dump.read(), {
      label: dump.label,
      sink: staging.sink,
      budget,
      database: options.database,
      advanced() {
        options.onProgress?.({ read: dump.bytesRead(), total: dump.size, ...staging.progress() })
        options.signal?.throwIfAborted()
      },
    })
    const source = {
      version: STAGING_VERSION,
      isArchive: dump.isArchive(),
      fingerprint: dump.fingerprint(),
      sourceBytes: dump.size ?? dump.bytesRead(),
    }
    await staging.complete({ ...facts, ...source }, budget)
  } catch (error) {
    staging.close()
    if (isStorageFull(error)) refuse('diskFull', { path: stagingPath, read: dump.bytesRead() })
    if (error instanceof DumpRefusal || options.signal?.aborted) rmSync(stagingPath, { force: true })
    throw error
  }
  return readStaging(stagingPath) ?? refuse('notReadable', { path: stagingPath, why: 'it was changed meanwhile' })
}

const ROWS_PER_TRANSACTION = 20_000
/** Pages of this size waste the least on rows of one to three kilobytes. */
const PAGE_BYTES = 16_384
const CACHE_KIB = 16_384
/** Larger values are bound as bytes: making a string of them would copy them twice. */
const STRING_BYTES = 128

function createStaging(path: string) {
  const file = new Sqlite(path)
  // Nothing here must survive a crash: a staging that was interrupted begins again.
  for (const pragma of [
    `page_size = ${PAGE_BYTES}`,
    'journal_mode = OFF',
    'synchronous = OFF',
    'locking_mode = EXCLUSIVE',
    `cache_size = -${CACHE_KIB}`,
  ])
    file.pragma(pragma)
  file.exec(`CREATE TABLE ${META_TABLE} (key TEXT PRIMARY KEY, value TEXT)`)
  file.exec(`CREATE TABLE ${TABLES_TABLE} (name TEXT, schema TEXT, original TEXT, "rows" INTEGER, columns TEXT)`)
  /** Their names here. They may change once all schemas are known. */
  const interim = new Map<DumpTable, string>()
  const taken = new Set([META_TABLE, TABLES_TABLE])
  const columnNames = new Map<DumpTable, Map<Column, string>>()
  const writers = new Map<string, (row: Row) => void>()
  let rows = 0
  let pending = 0
  let current: string | null = null
  file.exec('BEGIN')

  const nameOf = (table: DumpTable): string => interim.get(table) ?? table.name

  function namesFor(table: DumpTable): Map<Column, string> {
    const names = columnNames.get(table) ?? new Map<Column, string>()
    columnNames.set(table, names)
    const taken = new Set([...names.values()].map((name) => name.toLowerCase()))
    for (const column of table.columns) if (!names.has(column)) names.set(column, freeName(column.name, taken))
    return names
  }

  const sink: RowSink = {
    create(table) {
      const name = freeName(nameIn(table, 'public'), taken)
      interim.set(table, name)
      // SQLite has no tables without columns.
      const columns = [...namesFor(table).values()].map((column) => `${quoted(column)} TEXT`).join(', ') || '_none TEXT'
      file.exec(`CREATE TABLE ${quoted(name)} (${columns})`)
    },
    addColumn(table, column) {
      const name = namesFor(table).get(column) ?? column.name
      file.exec(`ALTER TABLE ${quoted(nameOf(table))} ADD COLUMN ${quoted(name)} TEXT`)
    },
    drop(table) {
      const name = nameOf(table)
      file.exec(`DROP TABLE ${quoted(name)}`)
      taken.delete(name.toLowerCase())
      interim.delete(table)
      columnNames.delete(table)
    },
    writer(table, columns) {
      current = table.name
      const names = namesFor(table)
      const listed = columns.map((column) => quoted(names.get(column) ?? column.name)).join(', ')
      const values = columns.map(({ kind }) => (kind === 'bytes' ? '?' : 'CAST(? AS TEXT)')).join(', ')
      const rowsOfIt = columns.length > 0 ? `(${listed}) VALUES (${values})` : 'DEFAULT VALUES'
      const sql = `INSERT INTO ${quoted(nameOf(table))} ${rowsOfIt}`
      const known = writers.get(sql)
      if (known) return known
      const insert = file.prepare(sql)
      const bound: unknown[] = new Array(columns.length)
      const write = (row: Row) => {
        for (let n = 0; n < bound.length; n++) bound[n] = boundValue(row, n, columns[n]?.kind)
        insert.run(bound)
        rows++
        if (++pending >= ROWS_PER_TRANSACTION) {
          pending = 0
          file.exec('COMMIT')
          file.exec('BEGIN')
        }
      }
      writers.set(sql, write)
      return write
    },
  }

  return {
    sink,
    progress: () => ({ rows, table: current }),
    close() {
      file.close()
    },
    async complete(facts: Omit<StagedDump, 'tables' | 'path'>, budget: Budget) {
      const list = file.prepare(`INSERT INTO ${TABLES_TABLE} VALUES (?, ?, ?, ?, ?)`)
      const renamed = listRenamed(interim)
      // Two may swap names, and SQLite parses all tables again for each.
      for (const [table] of renamed) await rename(table, freeName(`renamed ${nameOf(table)}`, taken), budget)
      for (const [table, name] of renamed) await rename(table, name, budget)
      for (const [table, name] of interim) {
        const columns = [...namesFor(table)].map(([{ type }, column]) => ({ name: column, type }))
        list.run(name, table.schema, table.name, table.rows, JSON.stringify(columns))
        await budget.rest()
      }
      file.exec('COMMIT')
      syncFile(path)
      const note = file.prepare(`INSERT INTO ${META_TABLE} VALUES (?, ?)`)
      note.run('database', facts.kind === 'postgres' ? 'postgres' : 'mysql')
      note.run('facts', JSON.stringify(facts))
      syncFile(path)
      file.close()
    },
  }

  async function rename(table: DumpTable, name: string, budget: Budget): Promise<void> {
    file.exec(`ALTER TABLE ${quoted(nameOf(table))} RENAME TO ${quoted(name)}`)
    interim.set(table, name)
    await budget.rest()
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** SQLite takes "id" and "ID" for the same. */
function freeName(wanted: string, taken: Set<string>): string {
  const plain = wanted.replaceAll('\0', '')
  let name = plain
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${plain}#${n}`
  taken.add(name.toLowerCase())
  return name
}

/** The main schema's tables have their bare names; those of others get the schema before it. */
function nameIn({ schema, name }: DumpTable, main: string | null): string {
  const full = schema === null || schema === main ? name : `${schema}.${name}`
  return /^sqlite_/i.test(full) ? `_${full}` : full
}

/** The main schema is the one with most rows, and first come the tables with most rows. */
function listRenamed(names: ReadonlyMap<DumpTable, string>): (readonly [DumpTable, string])[] {
  const rows = new Map<string | null, number>()
  for (const { schema, rows: count } of names.keys()) rows.set(schema, (rows.get(schema) ?? 0) + count)
  const [main = null] = [...rows].toSorted((a, b) => b[1] - a[1])[0] ?? []
  const taken = new Set([META_TABLE, TABLES_TABLE])
  const isMain = ({ schema }: DumpTable) => Number(schema === main)
  return [...names.keys()]
    .toSorted((a, b) => isMain(b) - isMain(a) || b.rows - a.rows)
    .map((table) => [table, freeName(nameIn(table, main), taken)] as const)
    .filter(([table, name]) => names.get(table) !== name)
}

function boundValue(row: Row, n: number, kind: Column['kind'] | undefined): string | Buffer | null {
  const valueKind = row.kinds[n]
  if (valueKind === NULL) return null
  const start = row.starts[n] as number // n is below the count
  const end = row.ends[n] as number
  if (kind === 'text' && valueKind !== BYTES && valueKind !== BITS)
    return end - start < STRING_BYTES ? row.bytes.toString('utf8', start, end) : row.bytes.subarray(start, end)
  return unusualOf(row.bytes.subarray(start, end), valueKind, kind)
}

function unusualOf(bytes: Buffer, valueKind: number | undefined, kind: Column['kind'] | undefined): string | Buffer {
  if (kind === 'boolean') return /^(t|true|1|y|yes|on)$/i.test(bytes.toString('latin1', 0, 5)) ? '1' : '0'
  if (kind === 'bytes') return valueKind === BYTES ? bytes : bytesOf(bytes)
  if (kind === 'bits' && valueKind !== NUMBER && bytes.length <= MAX_BITS) return bitsOf(bytes, valueKind === BITS)
  // Text that was written as 0x4142.
  return isUtf8(bytes) ? bytes : `\\x${bytes.toString('hex')}`
}

const MAX_BITS = 64

/** MySQL's BIT as a number, from its bytes or from its digits. */
const bitsOf = (bytes: Buffer, areDigits: boolean): string =>
  BigInt(areDigits ? `0b${bytes.toString('latin1') || '0'}` : `0x${bytes.toString('hex') || '0'}`).toString()

/** PostgreSQL writes bytes as \x4142. */
function bytesOf(text: Buffer): Buffer {
  if (text.toString('latin1', 0, 2) !== '\\x') return text
  const bytes = Buffer.from(text.toString('latin1', 2), 'hex')
  return bytes.length * 2 === text.length - 2 ? bytes : text
}

/** Everything that was written so far is on the disk when it returns. */
function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
