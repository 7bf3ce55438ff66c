/** Counts the figures of former tickets after an upgrade, compares all of them with a recount, and counts them anew. */
import Sqlite from 'better-sqlite3'
import type { Cx } from '../../platform/cx'
import { execute, getValue } from '../../platform/sql'
import type { Db, Raw } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import { addContacts, addTickets, type FigureTables, kept, TABLES } from './columns'

/** Tickets at once, before other work gets its turn: a few milliseconds, and several times that while the disk is busy. */
const SLICE = 50

/** The tickets below this number are not counted yet; 0: all are. */
const dueBelow = (raw: Raw): number => Number(getValue(raw, 'SELECT below FROM figures_due') ?? 0)

/** Whether former tickets are still being counted. */
export const isCounting = ({ $client }: Db): boolean => dueBelow($client) > 0

/** The next slice, the latest tickets first. True: more is left. */
export function countFormerTickets(cx: Cx): boolean {
  const below = dueBelow(cx.db.$client)
  if (below === 0) return false
  const from = Math.max(1, below - SLICE)
  cx.transaction(({ db }) => {
    for (const sql of addTickets(TABLES)) execute(db, sql, [from, below])
    execute(db, 'UPDATE figures_due SET below = ?', from)
    if (from === 1) finishCounting(db, cx.now())
  })
  return from > 1
}

/** They are compared a week later, not at once in all companies of an upgrade. */
function finishCounting({ $client }: Db, now: number) {
  execute($client, 'DELETE FROM figures_due')
  noteComparison($client, now)
}

function noteComparison(raw: Raw, now: number) {
  execute(raw, 'DELETE FROM figures_compared')
  execute(raw, 'INSERT INTO figures_compared VALUES (?)', now)
}

/** Forgets all figures and has them counted anew, by the job that counts former tickets. */
export function countAnew(raw: Raw): void {
  raw.transaction(() => {
    for (const table of [...Object.values(TABLES), 'figures_due']) raw.exec(`DELETE FROM ${table}`)
    raw.exec(addContacts(TABLES))
    raw.exec('INSERT INTO figures_due SELECT max(id) + 1 FROM tickets HAVING max(id) IS NOT NULL')
  })()
}

/** Compared at once. */
const HOURS = 200

/**
 * How many rows of figures differ from a recount of one state of the file, which is read over a connection of its own. It
 * yields after each slice, so that other work may get its turn.
 */
export function* compareFigures(path: string): Generator<undefined, number> {
  const raw = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: 1000 })
  try {
    raw.pragma('temp_store = MEMORY')
    for (const { table, copy, key } of pairs) {
      raw.exec(`CREATE TEMP TABLE ${copy} AS SELECT * FROM ${table} WHERE 0`)
      raw.exec(`CREATE UNIQUE INDEX temp.${copy}_key ON ${copy} (${key.join(', ')})`)
    }
    raw.exec('BEGIN')
    raw.exec(addContacts(COPIES))
    yield
    const last = Number(raw.prepare('SELECT ifnull(max(id), 0) FROM tickets').pluck().get())
    const adding = addTickets(COPIES).map((sql) => raw.prepare(sql))
    for (let from = Math.max(1, dueBelow(raw)); from <= last; from += SLICE) {
      for (const add of adding) add.run(from, from + SLICE)
      yield
    }
    let different = 0
    for (const pair of pairs) {
      const [{ time }, step] = [pair, HOURS * pair.anHour]
      // Each end comes from an index; over both tables together, all rows would be read.
      const each = [pair.table, pair.copy].flatMap((table) =>
        ['min', 'max'].map((end) => `SELECT ${end}(${time}) AS at FROM ${table}`),
      )
      const ends = raw.prepare(`SELECT min(at), max(at) FROM (${each.join(' UNION ALL ')})`)
      const [first, end] = ends.raw().get() as [number | null, number | null] // the columns are listed
      for (let from = first ?? 0; from <= (end ?? -1); from += step) {
        for (const sql of [differentIn(pair), missingIn(pair)])
          different += Number(getValue(raw, sql, [from, from + step]))
        yield
      }
    }
    return different
  } finally {
    raw.close()
  }
}

const COPIES: FigureTables = {
  figures: 'recounted',
  messages: 'recounted_messages',
  ratings: 'recounted_ratings',
}
const names = ['figures', 'messages', 'ratings'] as const satisfies readonly (keyof FigureTables)[]
const pairs = names.map((name) => ({ ...kept[name], table: TABLES[name], copy: COPIES[name], time: kept[name].key[0] }))
type Pair = (typeof pairs)[number]

const beside = (one: string, other: string, { key, time }: Pair) =>
  `SELECT count(*) FROM ${one} a LEFT JOIN ${other} b USING (${key.join(', ')}) WHERE a.${time} >= ? AND a.${time} < ?`
const differentIn = (pair: Pair): string =>
  `${beside(pair.table, pair.copy, pair)} AND (${pair.columns.map((column) => `a.${column} <> ifnull(b.${column}, 0)`).join(' OR ')})`
const missingIn = (pair: Pair): string => `${beside(pair.copy, pair.table, pair)} AND b.${pair.columns[0]} IS NULL`

/** The whole comparison at once. */
export function countDifferences(path: string): number {
  const steps = compareFigures(path)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same in the background; on a difference the figures are counted anew. Returns how many rows differed. */
export async function compareInBackground(cx: Cx): Promise<number> {
  const { $client: raw } = cx.db
  cx.transaction(({ db }) => noteComparison(db.$client, cx.now()))
  const steps = compareFigures(raw.name)
  for (;;) {
    const { done, value } = steps.next()
    if (done) {
      if (value > 0 && raw.open) countAnew(raw)
      return value
    }
    await new Promise(setImmediate)
  }
}

/** When they are to be compared again, in SQL: a week after the last time, or the first ticket, where anything has happened since. */
export const NEXT_COMPARISON = `SELECT at + ${7 * DAY} FROM
    (SELECT ifnull((SELECT at FROM figures_compared), (SELECT min(created_at) FROM tickets)) AS at)
  WHERE (SELECT max(updated_at) FROM tickets) > at AND NOT EXISTS (SELECT 1 FROM figures_due)`
