/**
 * Runs SQL in one line. The type of a row or value is the author's promise about the listed columns; nothing checks it,
 * so `NoInfer` demands that it is written at the call. Statements are prepared once per file (`statement`). For a loop
 * over one statement, or a result too large for memory, use `statement` itself.
 */
import type { RunResult, Statement } from 'better-sqlite3'
import { getOrMake } from './maps'
import { type Raw, statement } from './sqlite'

/** A database or its file. */
type Source = Raw | { readonly $client: Raw }
const fileOf = (source: Source): Raw => ('$client' in source ? source.$client : source)

type Value = string | number | bigint | Uint8Array | null
/** One value, several in order, or several by name. */
type Values = Value | readonly Value[] | { readonly [name: string]: Value }

export function execute(source: Source, sql: string, values?: Values): RunResult {
  const found = statement(fileOf(source), sql)
  return values === undefined ? found.run() : found.run(values)
}

export const getRows = <Row>(source: Source, sql: string, values?: Values): NoInfer<Row>[] =>
  all(statement(fileOf(source), sql), values) as Row[]

export const getRow = <Row>(source: Source, sql: string, values?: Values): NoInfer<Row> | undefined =>
  first(statement(fileOf(source), sql), values) as Row | undefined

/** For SQL that always finds a row, such as a count. */
export const getOnlyRow = <Row>(source: Source, sql: string, values?: Values): NoInfer<Row> =>
  existing(getRow<Row>(source, sql, values), sql)

/** Rows as lists of values, in the order of the columns. */
export const getTuples = <Row extends readonly unknown[]>(
  source: Source,
  sql: string,
  values?: Values,
): NoInfer<Row>[] => all(listed(fileOf(source), sql), values) as Row[]

export const getTuple = <Row extends readonly unknown[]>(
  source: Source,
  sql: string,
  values?: Values,
): NoInfer<Row> | undefined => first(listed(fileOf(source), sql), values) as Row | undefined

/** Like `getTuple`, for SQL that always finds a row. */
export const getOnlyTuple = <Row extends readonly unknown[]>(
  source: Source,
  sql: string,
  values?: Values,
): NoInfer<Row> => existing(getTuple<Row>(source, sql, values), sql)

/** The first column of all rows. */
export const getColumn = <T = Value>(source: Source, sql: string, values?: Values): NoInfer<T>[] =>
  all(plucked(fileOf(source), sql), values) as T[]

/** The first column of the first row. */
export const getValue = <T = Value>(source: Source, sql: string, values?: Values): NoInfer<T> | undefined =>
  first(plucked(fileOf(source), sql), values) as T | undefined

/** Like `getValue`, for SQL that always finds a row. */
export const getOnlyValue = <T = Value>(source: Source, sql: string, values?: Values): NoInfer<T> =>
  existing(getValue<T>(source, sql, values), sql)

const all = (found: Statement, values?: Values) => (values === undefined ? found.all() : found.all(values))
const first = (found: Statement, values?: Values) => (values === undefined ? found.get() : found.get(values))

function existing<T>(found: T | undefined, sql: string): T {
  if (found === undefined) throw new Error(`No row found: ${sql}`)
  return found
}

/** Kept apart from `statement`, because `pluck` and `raw` change a statement for everybody who runs the same SQL. */
const plucked = statementsThat((one) => one.pluck())
const listed = statementsThat((one) => one.raw())

function statementsThat(change: (one: Statement) => Statement): (raw: Raw, sql: string) => Statement {
  const statements = new WeakMap<Raw, Map<string, Statement>>()
  return (raw, sql) => {
    const known = getOrMake(statements, raw, () => new Map<string, Statement>())
    return getOrMake(known, sql, () => change(raw.prepare(sql)))
  }
}
