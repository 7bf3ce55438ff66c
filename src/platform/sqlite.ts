/** One SQLite file: opened with our settings, its identity checked, its migrations applied. */
import { existsSync, statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import type { Period } from './days'
import { getOrMake } from './maps'

export type Raw = Sqlite.Database
type Drizzle = BetterSQLite3Database<Record<string, never>> & { $client: Raw }
declare const owner: unique symbol
/** A company's database. */
export type Db = Drizzle & { readonly [owner]: 'tenant' }
/** The operator's database. */
export type ControlDb = Drizzle & { readonly [owner]: 'control' }

/** A part of a WHERE, and the values bound in it. */
export type Condition = { readonly sql: string; readonly params: readonly (string | number)[] }

export const oneOf = (column: string, values: readonly number[]): Condition => ({
  sql: `${column} IN (SELECT value FROM json_each(?))`,
  params: [JSON.stringify(values)],
})

/** Of a column of instants. */
export const within = (column: string, { from, to }: Period): Condition => ({
  sql: `${column} >= (? + 0) AND ${column} < (? + 0)`,
  params: [from, to],
})

/** The expected identity of a file. SQLite opens an empty or swapped file without an error, so it is checked. */
export type Identity = {
  /** PRAGMA application_id. */
  readonly applicationId: number
  /** Text kept in the file's own `meta` table under `identity`, such as the company's uuid. */
  readonly identity: string
}

export class DamagedDatabase extends Error {
  constructor(path: string, why: string) {
    super(`${path}: ${why}`)
    this.name = 'DamagedDatabase'
  }
}

/** Opens (`create`: creates) a file with WAL, durable commits and a short busy timeout, and applies its migrations. */
export function openSqlite(
  path: string,
  migrations: readonly string[],
  identity: Identity,
  { create }: { create: boolean },
): Raw {
  const raw = connect(path, create)
  try {
    if (create && versionOf(raw) === 0 && isEmpty(raw)) initialize(raw, identity)
    verify(raw, path, identity, migrations.length)
    migrate(raw, path, migrations)
    places.set(raw, placeOf(path))
    return raw
  } catch (error) {
    raw.close()
    throw isSqliteError(error) && damageCodes.has(error.code) ? new DamagedDatabase(path, error.message) : error
  }
}

/**
 * Whether the open file is no longer the one at its path: it was deleted or replaced. SQLite does not notice, and what is
 * written from then on goes when the file is closed.
 */
export const isUnlinked = (raw: Raw): boolean => raw.open && placeOf(raw.name) !== places.get(raw)
/** Where each open file lies on its disk. */
const places = new WeakMap<Raw, string | undefined>()

function placeOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found && `${found.dev}/${found.ino}`
}

export const asDb = (raw: Raw): Db => drizzle({ client: raw }) as unknown as Db // the brand exists in types only
export const asControlDb = (raw: Raw): ControlDb => drizzle({ client: raw }) as unknown as ControlDb // likewise

/**
 * A statement prepared once per file and kept: what is built anew for each request costs half the throughput. SQLite
 * itself prepares it anew at every run when a bare `?` stands in a LIMIT, or in a comparison of a join or under an
 * ORDER BY or a max(), because its planner looks at the value: hot statements write their limits out and ask for `(? + 0)`, or for
 * `(? || '')` where it is text, a fourth less work.
 */
export function statement<P extends unknown[] = unknown[], R = unknown>(raw: Raw, sql: string): Sqlite.Statement<P, R> {
  const known = getOrMake(statements, raw, () => new Map())
  return getOrMake(known, sql, () => raw.prepare(sql)) as Sqlite.Statement<P, R> // the caller knows the row of its own text
}
const statements = new WeakMap<Raw, Map<string, Sqlite.Statement>>()

/** A drizzle query built once per file and cached; `build` must be a function defined once. */
export function prepared<D extends object, Q>(db: D, build: (db: D) => Q): Q {
  const known = getOrMake(queries, db, () => new Map())
  return getOrMake(known, build, () => build(db)) as Q // what `build` itself returned
}
const queries = new WeakMap<object, Map<unknown, unknown>>()

/**
 * Grows with any write to the file: by this process at once, by another within 5 ms. What was read under one
 * mark is valid as long as the mark is the same.
 */
export function changeMark(raw: Raw): number {
  const ours = getOrMake(totals, raw, () => raw.prepare('SELECT total_changes()').pluck())
  return othersMark(raw) + Number(ours.get())
}
const totals = new WeakMap<Raw, Sqlite.Statement>()

/** Milliseconds. The question locks and unlocks the file, and takes longer than many an answer that was kept. */
const OTHERS_EVERY = 5

/** Changes when another process has written. */
export function othersMark(raw: Raw): number {
  const file = others.get(raw) ?? followOthers(raw)
  const now = performance.now()
  if (now - file.askedAt < OTHERS_EVERY) return file.mark
  file.askedAt = now
  file.mark = Number(file.version.get())
  return file.mark
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
 * What this process writes to a table. Triggers that live in this connection alone count it, so no statement is overlooked, nor
 * what a foreign key removes. `isUndecided`: since the last transaction began, so it may yet be undone.
 */
type Count = { writes: number; isUndecided: boolean }
const countsOf = new WeakMap<Raw, Map<string, Count>>()
/** Tables to be counted from the next transaction on. */
const uncounted = new WeakMap<Raw, Set<string>>()

/** Undefined in a transaction where one of them is not counted yet: a rollback would take the triggers with it. */
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

/** Before a transaction begins. */
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
 * Reads from one state of the file, outside of transactions; writes nothing. A statement by itself locks and unlocks the
 * file, which takes longer than to find a row.
 */
export function reading<T>(raw: Raw, read: () => T): T {
  statement(raw, 'BEGIN').run()
  reader = raw
  try {
    const found = read()
    statement(raw, 'COMMIT').run()
    return found
  } catch (error) {
    if (raw.inTransaction) statement(raw, 'COMMIT').run() // some errors have ended it
    throw error
  } finally {
    reader = undefined
  }
}
/** Whose file `reading` reads. */
let reader: Raw | undefined

/** What is read now may yet be undone. */
const isWriting = (raw: Raw): boolean => raw !== reader && raw.inTransaction

/** Caches the results of `read` by key until one of `tables` changes, which are all it reads from. `undefined` is not kept. */
export function remembered<K, V>(raw: Raw, read: (key: K) => V, tables: readonly string[]): (key: K) => V {
  let counts: readonly Count[] | undefined
  let mark = -1
  const known = new Map<K, V>()
  const markNow = () => {
    counts ??= countsIn(raw, tables)
    if (!counts) return changeMark(raw)
    let sum = othersMark(raw)
    for (const { writes } of counts) sum += writes
    return sum
  }
  /** A rollback leaves the mark as it is. */
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

/** The same for each file, without a key. */
export function rememberedIn<V>(read: (db: Db) => V, tables: readonly string[]): (db: Db) => V {
  const kept = new WeakMap<Raw, (none: null) => V>()
  return (db) => getOrMake(kept, db.$client, () => remembered(db.$client, () => read(db), tables))(null)
}

/**
 * False as long as the table is empty: of features that most companies do not use, messages and lists ask nothing further. True is
 * kept until the file is opened again.
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
 * Begins a write. Waiting for another process blocks everybody here, so after one wait in vain there are no more: as
 * long as the file is locked, requests of its company are refused at once.
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
/** The configured busy timeouts of files that are locked by another process. */
const patience = new WeakMap<Raw, number>()

/** The data violates a constraint, so retrying would fail again. */
export const isRefused = (error: unknown): error is Error =>
  isSqliteError(error) && /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE|ERROR)/.test(error.code)

/** The file is to blame, not what was written to it: it is locked, damaged, or its disk is full. Writing less at once does not help. */
export const isFileError = (error: unknown): boolean => isSqliteError(error) && !isRefused(error)

/** The disk is full, for a database or for any other file. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && fullCodes.has(error.code)

/** The cache of one file if few are open; a larger one gives hardly more hits, and fits less well into the processor's own. */
export const CACHE_KIB = 1000

/** Sets a file's page cache; other pages are read from the system's cache. Reducing it frees memory at once. */
export const keepInMemory = (raw: Raw, kib: number) => raw.pragma(`cache_size = -${kib}`)

/** Moves the write-ahead log back into the file, so that a copy of the folder is complete. */
export const checkpoint = (raw: Raw) => raw.pragma('wal_checkpoint(TRUNCATE)')

function connect(path: string, create: boolean): Raw {
  if (!create) refuseEmpty(path)
  try {
    const raw = new Sqlite(path, { fileMustExist: !create, timeout: 50 })
    raw.pragma('journal_mode = WAL')
    raw.pragma('synchronous = FULL')
    raw.pragma('wal_autocheckpoint = 250') // a checkpoint blocks the event loop, so many small ones are better than a few long ones
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

/** SQLite would create a missing file, and turn an empty one into a valid empty database, discarding its log. */
function refuseEmpty(path: string) {
  if (!existsSync(path)) throw new DamagedDatabase(path, 'the file is missing')
  if (statSync(path).size === 0) throw new DamagedDatabase(path, 'the file is empty')
}

function initialize(raw: Raw, { applicationId, identity }: Identity) {
  raw.transaction(() => {
    raw.pragma(`application_id = ${applicationId}`)
    raw.exec('CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID')
    raw.prepare('INSERT INTO meta VALUES (?, ?)').run('identity', identity)
  })()
}

function verify(raw: Raw, path: string, { applicationId, identity }: Identity, known: number) {
  if (raw.pragma('application_id', { simple: true }) !== applicationId)
    throw new DamagedDatabase(path, 'is empty or not one of ours')
  const kept = raw.prepare("SELECT value FROM meta WHERE key = 'identity'").pluck().get()
  if (kept !== identity) throw new DamagedDatabase(path, `belongs to ${String(kept)}, not to ${identity}`)
  if (versionOf(raw) > known)
    throw new DamagedDatabase(path, `was written by a newer version (step ${versionOf(raw)}, this one knows ${known})`)
}

/**
 * All steps in one commit: a thousand files with ten steps each would otherwise take ten thousand disk flushes. When
 * several processes open an old file, one migrates it and the others wait.
 */
function migrate(raw: Raw, path: string, migrations: readonly string[]) {
  if (versionOf(raw) === migrations.length) return
  try {
    raw
      .transaction(() => {
        for (const step of migrations.slice(versionOf(raw))) raw.exec(step)
        raw.pragma(`user_version = ${migrations.length}`)
      })
      .immediate()
  } catch (error) {
    if (!isRefused(error)) throw error
    throw new DamagedDatabase(
      path,
      `cannot be brought from step ${versionOf(raw)} to ${migrations.length}: ${error.message}`,
    )
  }
}

export const versionOf = (raw: Raw) => Number(raw.pragma('user_version', { simple: true }))
const isEmpty = (raw: Raw) => raw.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
