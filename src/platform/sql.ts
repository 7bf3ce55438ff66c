/**
 * Runs SQL in one line. The type of a row or value is the author's promise about the listed columns; nothing checks it,
 * so `NoInfer` demands that it is written at the call. Statements are prepared once per file (`statement`). For a loop
 * over one statement, or a result too large for memory, use `statement` itself.
 */
import type { RunResult, Statement } from 'better-sqlite3'
import { getOrMake } from './maps'
import { type Raw, type ReadRaw, type ReadSql, statement, writableHalf } from './sqlite'

/** A database or its file. */
type Source = Raw | { readonly $client: Raw }
/** The same, and what may only be read: by SQL that reads. */
type Readable = ReadRaw | { readonly $client: ReadRaw }
const fileOf = (source: Readable): Raw => writableHalf('$client' in source ? source.$client : source)

type Value = string | number | bigint | Uint8Array | null
/** One value, several in order, or several by name. */
type Values = Value | readonly Value[] | { readonly [name: string]: Value }

export function execute(source: Source, sql: string, values?: Values): RunResult {
  const found = statement(fileOf(source), sql)
  return values === undefined ? found.run() : found.run(values)
}

export function getRows<Row>(source: Source, sql: string, values?: Values): NoInfer<Row>[]
export function getRows<Row>(source: Readable, sql: ReadSql, values?: Values): NoInfer<Row>[]
export function getRows<Row>(source: Readable, sql: string, values?: Values): NoInfer<Row>[] {
  return all(statement(fileOf(source), sql), values) as Row[]
}

export function getRow<Row>(source: Source, sql: string, values?: Values): NoInfer<Row> | undefined
export function getRow<Row>(source: Readable, sql: ReadSql, values?: Values): NoInfer<Row> | undefined
export function getRow<Row>(source: Readable, sql: string, values?: Values): NoInfer<Row> | undefined {
  return first(statement(fileOf(source), sql), values) as Row | undefined
}

/** For SQL that always finds a row, such as a count. */
export function getOnlyRow<Row>(source: Source, sql: string, values?: Values): NoInfer<Row>
export function getOnlyRow<Row>(source: Readable, sql: ReadSql, values?: Values): NoInfer<Row>
export function getOnlyRow<Row>(source: Readable, sql: string, values?: Values): NoInfer<Row> {
  return existing(getRow<Row>(fileOf(source), sql, values), sql)
}

/** Rows as lists of values, in the order of the columns. */
export function getTuples<Row extends readonly unknown[]>(source: Source, sql: string, values?: Values): NoInfer<Row>[]
export function getTuples<Row extends readonly unknown[]>(
  source: Readable,
  sql: ReadSql,
  values?: Values,
): NoInfer<Row>[]
export function getTuples<Row extends readonly unknown[]>(
  source: Readable,
  sql: string,
  values?: Values,
): NoInfer<Row>[] {
  return all(listed(fileOf(source), sql), values) as Row[]
}

export function getTuple<Row extends readonly unknown[]>(
  source: Source,
  sql: string,
  values?: Values,
): NoInfer<Row> | undefined
export function getTuple<Row extends readonly unknown[]>(
  source: Readable,
  sql: ReadSql,
  values?: Values,
): NoInfer<Row> | undefined
export function getTuple<Row extends readonly unknown[]>(
  source: Readable,
  sql: string,
  values?: Values,
): NoInfer<Row> | undefined {
  return first(listed(fileOf(source), sql), values) as Row | undefined
}

/** Like `getTuple`, for SQL that always finds a row. */
export function getOnlyTuple<Row extends readonly unknown[]>(source: Source, sql: string, values?: Values): NoInfer<Row>
export function getOnlyTuple<Row extends readonly unknown[]>(
  source: Readable,
  sql: ReadSql,
  values?: Values,
): NoInfer<Row>
export function getOnlyTuple<Row extends readonly unknown[]>(
  source: Readable,
  sql: string,
  values?: Values,
): NoInfer<Row> {
  return existing(getTuple<Row>(fileOf(source), sql, values), sql)
}

/** The first column of all rows. */
export function getColumn<T = Value>(source: Source, sql: string, values?: Values): NoInfer<T>[]
export function getColumn<T = Value>(source: Readable, sql: ReadSql, values?: Values): NoInfer<T>[]
export function getColumn<T = Value>(source: Readable, sql: string, values?: Values): NoInfer<T>[] {
  return all(plucked(fileOf(source), sql), values) as T[]
}

/** The first column of the first row. */
export function getValue<T = Value>(source: Source, sql: string, values?: Values): NoInfer<T> | undefined
export function getValue<T = Value>(source: Readable, sql: ReadSql, values?: Values): NoInfer<T> | undefined
export function getValue<T = Value>(source: Readable, sql: string, values?: Values): NoInfer<T> | undefined {
  return first(plucked(fileOf(source), sql), values) as T | undefined
}

/** Like `getValue`, for SQL that always finds a row. */
export function getOnlyValue<T = Value>(source: Source, sql: string, values?: Values): NoInfer<T>
export function getOnlyValue<T = Value>(source: Readable, sql: ReadSql, values?: Values): NoInfer<T>
export function getOnlyValue<T = Value>(source: Readable, sql: string, values?: Values): NoInfer<T> {
  return existing(getValue<T>(fileOf(source), sql, values), sql)
}

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
