/** Counts this thread's SQL statements in every open file. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { basename } from 'node:path'
import Sqlite from 'better-sqlite3'
import { getOrMake } from '../../src/platform/maps'

/** `rows`: returned or changed rows. `commits`: transactions that wrote, each a disk flush. */
export type Cost = {
  readonly reads: number
  readonly writes: number
  readonly commits: number
  readonly rows: number
  /** Full scans of a table or index in SQLite's plan; a LIMIT may end them early. */
  readonly scans: number
}

type Statement = Sqlite.Statement & { readonly database: Sqlite.Database }
type Method = (this: Statement, ...args: unknown[]) => unknown

const METHODS = ['run', 'get', 'all', 'iterate'] as const
/** Statements not counted: transaction control and cache marks. */
const BOOKKEEPING = /^\s*(BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA|EXPLAIN|SELECT total_changes)\b/i

const sample = new Sqlite(':memory:')
const proto = Object.getPrototypeOf(sample.prepare('SELECT 1')) as Record<(typeof METHODS)[number], Method> // better-sqlite3's own class
sample.close()

/** Marks the measured work, so that background work does not count. */
const measured = new AsyncLocalStorage<true>()

/** Runs `work` exclusively and returns its SQL cost. */
export async function costOf(work: () => unknown): Promise<Cost> {
  const cost = { reads: 0, writes: 0, commits: 0, rows: 0, scans: 0 }
  /** Files written by their open transaction. */
  const written = new Set<Sqlite.Database>()
  const transaction = (database: Sqlite.Database, sql: string) => {
    if (/^\s*(COMMIT|END)\b/i.test(sql) && written.delete(database)) cost.commits++
    if (/^\s*ROLLBACK\s*(;|$)/i.test(sql)) written.delete(database)
  }
  const note = (statement: Statement, rows: number) => {
    if (!measured.getStore()) return
    const { source, database, readonly } = statement
    if (BOOKKEEPING.test(source)) return transaction(database, source)
    cost.scans += scansOf(statement)
    cost.rows += rows
    if (readonly) return cost.reads++
    cost.writes++
    if (database.inTransaction) written.add(database)
    else cost.commits++
  }
  const usual = { ...Object.fromEntries(METHODS.map((name) => [name, proto[name]])) } as typeof proto
  const { exec } = Sqlite.prototype
  for (const name of METHODS)
    proto[name] = function (...args) {
      const result = usual[name].apply(this, args)
      if (name === 'iterate') return counted(result as Iterable<unknown>, (count) => note(this, count))
      note(this, rowsIn[name](result))
      return result
    }
  Sqlite.prototype.exec = function (sql) {
    const done = exec.call(this, sql)
    if (measured.getStore()) transaction(this, sql)
    return done
  }
  try {
    await measured.run(true, work)
    return cost
  } finally {
    Object.assign(proto, usual)
    Sqlite.prototype.exec = exec
  }
}

function* counted(rows: Iterable<unknown>, note: (count: number) => void) {
  let count = 0
  try {
    for (const row of rows) {
      count++
      yield row
    }
  } finally {
    note(count)
  }
}

const rowsIn: Record<'run' | 'get' | 'all', (result: unknown) => number> = {
  run: (result) => (result as Sqlite.RunResult).changes,
  get: (result) => (result === undefined ? 0 : 1),
  all: (result) => (result as unknown[]).length,
}

type Step = { readonly opcode: string; readonly p1: number }
/** By file name: all companies have the same tables. */
const plans = new Map<string, Map<string, number>>()

/** Counts cursors on stored tables and indexes that scan from one end or count rows. */
function scansOf({ database, source }: Statement): number {
  const known = getOrMake(plans, basename(database.name), () => new Map<string, number>())
  return getOrMake(known, source, () => {
    const steps = (database as Explaining).explain(source)
    const having = (pattern: RegExp) => new Set(steps.flatMap(({ opcode, p1 }) => (pattern.test(opcode) ? p1 : [])))
    const [stored, begun, stepped] = [having(/^Open(Read|Write)$/), having(/^(Rewind|Last)$/), having(/^(Next|Prev)$/)]
    return begun
      .intersection(stepped)
      .union(having(/^Count$/))
      .intersection(stored).size
  })
}
/** Missing in the types of better-sqlite3. */
type Explaining = Sqlite.Database & { explain(sql: string): Step[] }
