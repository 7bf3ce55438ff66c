/** Opens an SQLite file with our settings, checks its identity and applies its migrations. */
import { existsSync, statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import type { Period } from './days'
import { getOrMake } from './maps'
import { newestOf, type Schema, stepsAfter, versionFault } from './schema'

export type Raw = Sqlite.Database
/** A file that may only be read. The type hides the rest. */
export type ReadRaw = Pick<Raw, 'name' | 'open' | 'inTransaction'>
type Drizzle = BetterSQLite3Database<Record<string, never>> & { $client: Raw }
declare const owner: unique symbol
/** A company's database. */
export type Db = Drizzle & { readonly [owner]: 'tenant' }
/** The installation's database, which every node of a fleet can read. */
export type ControlDb = Pick<Drizzle, 'select' | 'selectDistinct'> & {
  readonly $client: ReadRaw
  readonly [owner]: 'control'
}
/** The installation's database where it may be written: at its owner (`databases.writableControl`), in its commands. */
export type WritableControl = Drizzle & { readonly [owner]: 'control' }

/** SQL that reads. `WITH … INSERT` would pass as well; `tests/tenancy/control-writes.test.ts` finds it. */
export type ReadSql = `${'SELECT' | 'WITH'}${' ' | '\n'}${string}`

/** A part of a WHERE clause with its bound values. */
export type Condition = { readonly sql: string; readonly params: readonly (string | number)[] }

export const oneOf = (column: string, values: readonly number[]): Condition => ({
  sql: `${column} IN (SELECT value FROM json_each(?))`,
  params: [JSON.stringify(values)],
})

/** Condition on a column of instants. */
export const within = (column: string, { from, to }: Period): Condition => ({
  sql: `${column} >= (? + 0) AND ${column} < (? + 0)`,
  params: [from, to],
})

/** Expected identity of a file, checked because SQLite opens an empty or swapped file without an error. */
export type Identity = {
  /** PRAGMA application_id. */
  readonly applicationId: number
  /** Text stored in the file's `meta` table under `identity`, such as the company's uuid. */
  readonly identity: string
}

export class DamagedDatabase extends Error {
  constructor(path: string, why: string) {
    super(`${path}: ${why}`)
    this.name = 'DamagedDatabase'
  }
}

/** Opens (with `create`, creates) a file with WAL, durable commits and a short busy timeout, and migrates it. */
export function openSqlite(path: string, schema: Schema, identity: Identity, { create }: { create: boolean }): Raw {
  const raw = connect(path, create)
  try {
    if (create && versionOf(raw) === 0 && isEmpty(raw)) initialize(raw, identity)
    verify(raw, path, identity, schema)
    migrate(raw, path, schema)
    raw.pragma('shrink_memory') // the pages of the schema, which is parsed now and takes as much again
    inodes.set(raw, inodeOf(path))
    return raw
  } catch (error) {
    raw.close()
    throw isSqliteError(error) && damageCodes.has(error.code) ? new DamagedDatabase(path, error.message) : error
  }
}

/**
 * Whether the open file was deleted or replaced at its path. SQLite does not notice, and later writes are lost when the
 * file is closed.
 */
export const isUnlinked = (raw: Raw): boolean => raw.open && inodeOf(raw.name) !== inodes.get(raw)
/** Device and inode of each open file. */
const inodes = new WeakMap<Raw, string | undefined>()

function inodeOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found && `${found.dev}/${found.ino}`
}

export const asDb = (raw: Raw): Db => drizzle({ client: raw }) as unknown as Db // the brand is a type only
export const asControlDb = (raw: Raw): WritableControl => drizzle({ client: raw }) as unknown as WritableControl // likewise

/** For this file and `sql.ts`, whose functions read. */
export const writableHalf = (file: ReadRaw): Raw => file as Raw // its type hides it, and nothing else

/**
 * Prepares a statement once per file; preparing per request halves the throughput. SQLite itself re-prepares a
 * statement on every run when a bare `?` is in a LIMIT, in a join comparison, or under an ORDER BY or max(), because
 * its planner looks at the value. Hot statements therefore write limits as literals and use `(? + 0)`, or `(? || '')`
 * for text, which saves a quarter of the work.
 */
export function statement<P extends unknown[] = unknown[], R = unknown>(raw: Raw, sql: string): Sqlite.Statement<P, R>
export function statement<P extends unknown[] = unknown[], R = unknown>(
  raw: ReadRaw,
  sql: ReadSql,
): Omit<Sqlite.Statement<P, R>, 'run'>
export function statement<P extends unknown[] = unknown[], R = unknown>(
  file: ReadRaw,
  sql: string,
): Sqlite.Statement<P, R> {
  const raw = writableHalf(file)
  const known = getOrMake(statements, raw, () => new Map())
  return getOrMake(known, sql, () => raw.prepare(sql)) as Sqlite.Statement<P, R> // the caller knows the row type of its SQL
}
const statements = new WeakMap<Raw, Map<string, Sqlite.Statement>>()

/** Caches a drizzle query per file. The key is `build`, which must therefore be defined once. */
export function prepared<D extends object, Q>(db: D, build: (db: D) => Q): Q {
  const known = getOrMake(queries, db, () => new Map())
  return getOrMake(known, build, () => build(db)) as Q // what `build` itself returned
}
const queries = new WeakMap<object, Map<unknown, unknown>>()

/**
 * Grows with every write to the file: at once for this process, within 5 ms for others. A value read under one mark is
 * valid until the mark changes.
 */
export function changeMark(file: ReadRaw): number {
  const raw = writableHalf(file)
  const ours = getOrMake(totals, raw, () => raw.prepare('SELECT total_changes()').pluck())
  return othersMark(raw) + Number(ours.get())
}
const totals = new WeakMap<Raw, Sqlite.Statement>()

/**
 * Milliseconds between checks for other processes' writes. A check locks the file and takes longer than many cached
 * reads.
 */
const OTHERS_EVERY = 5

/** Changes when another process writes. */
export function othersMark(file: ReadRaw): number {
  const raw = writableHalf(file)
  const known = others.get(raw) ?? followOthers(raw)
  const now = performance.now()
  if (now - known.askedAt < OTHERS_EVERY) return known.mark
  known.askedAt = now
  known.mark = Number(known.version.get())
  return known.mark
}
/** Changes when another process writes to one of the tables; to any table where it is not known to which. */
export function othersMarkOf(file: ReadRaw, tables: readonly string[]): number {
  const raw = writableHalf(file)
  return tableMarks.get(raw)?.(tables) ?? othersMark(raw)
}
const tableMarks = new WeakMap<Raw, (tables: readonly string[]) => number | undefined>()

/** Has `othersMarkOf` ask `mark`, which may not know. */
export const markTables = (raw: Raw, mark: (tables: readonly string[]) => number | undefined): void =>
  void tableMarks.set(raw, mark)

/** Something else wrote to the file just now: the next mark must show it. */
export function othersWrote(file: ReadRaw): void {
  const known = others.get(writableHalf(file))
  if (known) known.askedAt = Number.NEGATIVE_INFINITY
}
type Others = { readonly version: Sqlite.Statement; askedAt: number; mark: number }
const others = new WeakMap<Raw, Others>()

function followOthers(raw: Raw): Others {
  const version = raw.prepare('PRAGMA data_version').pluck()
  const file = { version, askedAt: Number.NEGATIVE_INFINITY, mark: 0 }
  others.set(raw, file)
  return file
}

/**
 * Counts this process's writes to a table. Temporary triggers do the counting, so no statement is missed, nor rows
 * removed by a foreign key. `isUndecided`: written in the current transaction, so it may be rolled back.
 */
type Count = { writes: number; isUndecided: boolean }
const countsOf = new WeakMap<Raw, Map<string, Count>>()
/** Tables to count from the next transaction on. */
const uncounted = new WeakMap<Raw, Set<string>>()

/** Undefined in a transaction if a table is not counted yet: a rollback would remove new triggers. */
function countsIn(raw: Raw, tables: readonly string[]): readonly Count[] | undefined {
  const counts = countsOf.get(raw) ?? countWrites(raw)
  if (isWriting(raw) && !tables.every((table) => counts.has(table))) {
    const others = getOrMake(uncounted, raw, () => new Set())
    for (const table of tables) others.add(table)
    return undefined
  }
  return tables.map((table) => getOrMake(counts, table, () => watch(raw, table)))
}

function countWrites(raw: Raw): Map<string, Count> {
  const counts = new Map<string, Count>()
  countsOf.set(raw, counts)
  raw.function('count_write', (table: string) => {
    const count = counts.get(table)
    if (count) {
      count.writes++
      count.isUndecided = true
    }
    return null
  })
  return counts
}

function watch(raw: Raw, table: string): Count {
  for (const change of ['INSERT', 'UPDATE', 'DELETE'])
    raw.exec(
      `CREATE TEMP TRIGGER count_${table}_${change} AFTER ${change} ON main.${table} BEGIN SELECT count_write('${table}'); END`,
    )
  return { writes: 0, isUndecided: false }
}

/** Call it before a transaction begins. */
function startCounting(raw: Raw) {
  if (raw.inTransaction) return
  const wanted = uncounted.get(raw)
  if (wanted) {
    uncounted.delete(raw)
    countsIn(raw, [...wanted])
  }
  for (const count of countsOf.get(raw)?.values() ?? []) count.isUndecided = false
}

/**
 * Runs several reads on one snapshot, outside of transactions. A single statement locks and unlocks the file, which
 * takes longer than finding a row.
 */
export function reading<T>(file: ReadRaw, read: () => T): T {
  const raw = writableHalf(file)
  statement(raw, 'BEGIN').run()
  reader = raw
  try {
    const found = read()
    statement(raw, 'COMMIT').run()
    return found
  } catch (error) {
    if (raw.inTransaction) statement(raw, 'COMMIT').run() // some errors end the transaction
    throw error
  } finally {
    reader = undefined
  }
}
/** The file that `reading` is reading. */
let reader: Raw | undefined

/** Whether reads see uncommitted data. */
const isWriting = (raw: Raw): boolean => raw !== reader && raw.inTransaction

/**
 * Caches results of `read` by key until one of `tables` changes. `read` must not use other tables. `undefined` is not
 * cached.
 */
export function remembered<K, V>(file: ReadRaw, read: (key: K) => V, tables: readonly string[]): (key: K) => V {
  const raw = writableHalf(file)
  let counts: readonly Count[] | undefined
  let mark = -1
  const known = new Map<K, V>()
  const markNow = () => {
    counts ??= countsIn(raw, tables)
    if (!counts) return changeMark(raw)
    let sum = othersMarkOf(raw, tables)
    for (const { writes } of counts) sum += writes
    return sum
  }
  /** Needed because a rollback does not change the mark. */
  const mayBeUndone = () => isWriting(raw) && (counts?.some(({ isUndecided }) => isUndecided) ?? true)
  return (key) => {
    const now = markNow()
    if (now !== mark || known.size > 10_000) known.clear()
    mark = now
    const before = known.get(key)
    if (before !== undefined) return before
    const value = read(key)
    if (!mayBeUndone()) known.set(key, value)
    return value
  }
}

/** Like `remembered`, with one value per file. */
export function rememberedIn<V>(read: (db: Db) => V, tables: readonly string[]): (db: Db) => V {
  const kept = new WeakMap<Raw, (none: null) => V>()
  return (db) => getOrMake(kept, db.$client, () => remembered(db.$client, () => read(db), tables))(null)
}

/**
 * False while the table is empty, so features that most companies do not use cost messages and lists nothing. True is
 * cached until the file is reopened.
 */
export function mayHold(table: string): (db: Db) => boolean {
  const filled = new WeakSet<Raw>()
  const hasRow = rememberedIn(
    ({ $client }) => statement($client, `SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined,
    [table],
  )
  return (db) => {
    if (filled.has(db.$client)) return true
    const isFilled = hasRow(db)
    if (isFilled) filled.add(db.$client)
    return isFilled
  }
}

export function isSqliteError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_')
}
export const damageCodes: ReadonlySet<string> = new Set([
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
  'SQLITE_CORRUPT_VTAB',
  'SQLITE_CORRUPT_INDEX',
  'SQLITE_CORRUPT_SEQUENCE',
  'SQLITE_IOERR_SHORT_READ',
])
const fullCodes: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_SHMSIZE',
  'SQLITE_IOERR_TRUNCATE',
  'SQLITE_CANTOPEN',
])

/** Another process holds the write lock; nothing was written. */
export const isBusy = (error: unknown): boolean => isSqliteError(error) && error.code.startsWith('SQLITE_BUSY')

/**
 * Begins a write transaction. Waiting for another process blocks this one, so after one timeout requests of this
 * company fail at once as long as the file is locked.
 */
export function begin(raw: Raw): void {
  startCounting(raw)
  try {
    raw.exec('BEGIN IMMEDIATE')
  } catch (error) {
    if (isBusy(error) && !patience.has(raw)) {
      patience.set(raw, Number(raw.pragma('busy_timeout', { simple: true })))
      raw.pragma('busy_timeout = 0')
    }
    throw error
  }
  const usual = patience.get(raw)
  if (usual === undefined) return
  patience.delete(raw)
  raw.pragma(`busy_timeout = ${usual}`)
}
/** Configured busy timeouts of files that another process has locked. */
const patience = new WeakMap<Raw, number>()

/** The data violates a constraint, so retrying would fail again. */
export const isRefused = (error: unknown): error is Error =>
  isSqliteError(error) && /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE|ERROR)/.test(error.code)

/** The error is about the file, not the data: locked, damaged, or disk full. Smaller writes would not help. */
export const isFileError = (error: unknown): boolean => isSqliteError(error) && !isRefused(error)

/** The disk is full, for databases or other files. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && fullCodes.has(error.code)

/** Page cache of one file while few are open. A larger one has hardly more hits and fits the CPU cache less well. */
export const CACHE_KIB = 1000

/** Sets the size of a file's page cache; the system caches other pages. Reducing it frees memory at once. */
export const keepInMemory = (raw: Raw, kib: number) => raw.pragma(`cache_size = -${kib}`)

/** Moves the write-ahead log back into the file, so that a copy of the folder is complete. */
export const checkpoint = (raw: Raw) => raw.pragma('wal_checkpoint(TRUNCATE)')

function connect(path: string, create: boolean): Raw {
  if (!create) refuseEmpty(path)
  try {
    const raw = new Sqlite(path, { fileMustExist: !create, timeout: 50 })
    raw.pragma('journal_mode = WAL')
    raw.pragma('synchronous = FULL')
    raw.pragma(`wal_autocheckpoint = ${checkpointFrames()}`)
    raw.pragma('foreign_keys = ON')
    keepInMemory(raw, CACHE_KIB)
    raw.pragma('journal_size_limit = 67108864')
    raw.pragma('temp_store = MEMORY')
    return raw
  } catch (error) {
    if (isSqliteError(error) && damageCodes.has(error.code)) throw new DamagedDatabase(path, error.message)
    throw error
  }
}

/**
 * Checkpoints block the event loop, so many small ones are better than a few long ones. In a fleet none, in any process:
 * only the owner moves frames into the file, after the fleet's log has them (src/fleet/keeper.ts).
 */
const checkpointFrames = (): number => (keepsLogs() ? 0 : 250)

/** Whether write-ahead logs are left to a fleet, which reads them. */
export const keepsLogs = (): boolean => Boolean(process.env.BALCAO_FLEET)

/** SQLite would create a missing file, and would turn an empty one into a valid database, discarding its log. */
function refuseEmpty(path: string) {
  if (!existsSync(path)) throw new DamagedDatabase(path, 'the file is missing')
  if (statSync(path).size === 0) throw new DamagedDatabase(path, 'the file is empty')
}

export function initialize(raw: Raw, { applicationId, identity }: Identity) {
  raw.transaction(() => {
    raw.pragma(`application_id = ${applicationId}`)
    raw.exec('CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID')
    raw.prepare('INSERT INTO meta VALUES (?, ?)').run('identity', identity)
  })()
}

function verify(raw: Raw, path: string, { applicationId, identity }: Identity, schema: Schema) {
  if (raw.pragma('application_id', { simple: true }) !== applicationId)
    throw new DamagedDatabase(path, 'is empty or not one of ours')
  const kept = raw.prepare("SELECT value FROM meta WHERE key = 'identity'").pluck().get()
  if (kept !== identity) throw new DamagedDatabase(path, `belongs to ${String(kept)}, not to ${identity}`)
  const fault = versionFault(schema, versionOf(raw))
  if (fault) throw new DamagedDatabase(path, fault)
}

/**
 * Applies all steps in one commit: otherwise a thousand files with ten steps would need ten thousand disk flushes. If
 * several processes open an old file, one migrates it and the others wait.
 */
function migrate(raw: Raw, path: string, schema: Schema) {
  const newest = newestOf(schema)
  if (versionOf(raw) === newest) return
  try {
    raw
      .transaction(() => {
        for (const step of stepsAfter(schema, versionOf(raw))) raw.exec(step)
        raw.pragma(`user_version = ${newest}`)
      })
      .immediate()
  } catch (error) {
    if (!isRefused(error)) throw error
    throw new DamagedDatabase(path, `cannot be brought from step ${versionOf(raw)} to ${newest}: ${error.message}`)
  }
}

export const versionOf = (raw: Raw) => Number(raw.pragma('user_version', { simple: true }))
const isEmpty = (raw: Raw) => raw.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
