/**
 * How rows of theirs become rows of a `Source`: a field of ours names the columns of theirs that may hold it, because
 * forks mix the columns of each other. The first column with a value wins.
 */
import { type Cell, readBoolean, readCents, readInstant, readText, readWhole } from '../reading/values'
import type { Family, Kind, SourceRows } from '../source'
import type { Staging } from './staging'

/** What reading a row needs besides its cells. */
export type RowContext = {
  readonly family: Family
  /** For dates without a zone. */
  readonly zone: string
  readonly companyId: string
  /** Of the scale of ratings. */
  readonly topRate: 3 | 5 | 10
}

/** Columns that may hold one value, best first; `parent.` reads the row of the first parent. */
type Input = readonly string[]
export type Field<T> = {
  readonly inputs: readonly Input[]
  readonly read: (cells: readonly Cell[], context: RowContext) => T
}

export type Parent = {
  readonly table: string
  /** Columns of the child with the parent's id. */
  readonly by: Input
  /** A row without it is counted as left. */
  readonly isRequired?: boolean
}

export type KindTable<T> = {
  readonly table: string
  /** Whose company is the row's. A row's own company column is the second source. */
  readonly parents?: readonly Parent[]
  /** Column with the id of another row of the table, for trees of which only the first level names more. */
  readonly tree?: Input
  readonly fields: { readonly [F in keyof T]: Field<T[F]> }
  /** Whether the rows of the table are of this kind; false where another table holds them. */
  readonly isUsed?: (staging: Staging) => boolean
  /** Condition on `r`, where a table holds two kinds. */
  readonly where?: (staging: Staging) => string
}
export type KindTables = { readonly [K in Kind]: readonly KindTable<SourceRows[K]>[] }

const one = <T>(columns: Input, read: (cell: Cell, context: RowContext) => T): Field<T> => ({
  inputs: [columns],
  read: ([cell = null], context) => read(cell, context),
})

export const from = <T>(
  inputs: readonly Input[],
  read: (cells: readonly Cell[], context: RowContext) => T,
): Field<T> => ({ inputs, read })
export const always = <T>(value: T): Field<T> => ({ inputs: [], read: () => value })

/** Null for blank text. */
export const text = (...columns: string[]) => one(columns, readText)
/** As it is, also blank. */
export const raw = (...columns: string[]) => one(columns, (cell) => cell)
export const textOr = (other: string, ...columns: string[]) => one(columns, (cell) => cell ?? other)
export const id = (...columns: string[]) => one(columns, readId)
export const requiredId = (...columns: string[]) => one(columns, (cell) => readId(cell) ?? '')
export const bool = (other: boolean, ...columns: string[]) => one(columns, (cell) => readBoolean(cell) ?? other)
export const maybe = (...columns: string[]) => one(columns, readBoolean)
export const whole = (...columns: string[]) => one(columns, readWhole)
export const cents = (...columns: string[]) => one(columns, (cell) => readCents(cell) ?? 0)
export const instant = (...columns: string[]) => one(columns, (cell, { zone }) => readInstant(cell, zone))

/** A file under their `public/`: `folder` for products that keep a folder for each company. */
export const file = (folders: { readonly [F in Family]?: string }, ...columns: string[]) =>
  one(columns, (cell, context) => readPath(cell, folders[context.family] ?? '', context.companyId))

/** An id of 0 or of blank text is none. */
const readId = (cell: Cell): string | null => (cell === null || cell === '' || cell === '0' ? null : cell)

function readPath(cell: Cell, folder: string, companyId: string): string | null {
  const path = readText(cell)
  if (path === null) return path
  // Some store the address under which their server shows it.
  const shown = /^https?:\/\/[^/]+\/(?:.*\/)?public\/([^?#]+)/i.exec(path)?.[1]
  if (shown !== undefined) return unescaped(shown)
  if (/^https?:\/\//i.test(path)) return path
  return folder.replace('<id>', companyId) + path
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Rows that stand in no table of their own have the id of their table's row. */
export const dated = { id: requiredId('id'), createdAt: instant('createdAt') }

/** A field bound to the columns of a `SELECT`. `values` is reused by every row, because a million rows are read. */
type BoundField = {
  readonly name: string
  readonly places: readonly (readonly number[])[]
  readonly values: Cell[]
  readonly read: Field<unknown>['read']
}

/** Columns of a table that are read, in SQL, and what makes a row of them. */
export type BoundTable<T> = {
  readonly columns: readonly string[]
  readonly read: (cells: readonly Cell[], context: RowContext) => T
}

/** `find` names the column in SQL if the table has it. */
export function bindFields<T>(
  fields: { readonly [F in keyof T]: Field<T[F]> },
  find: (column: string) => string | undefined,
): BoundTable<T> {
  const columns: string[] = []
  const place = (column: string): number[] => {
    const sql = find(column)
    if (sql === undefined) return []
    const known = columns.indexOf(sql)
    return [known < 0 ? columns.push(sql) - 1 : known]
  }
  const bound = Object.entries<Field<unknown>>(fields).map(
    ([name, { inputs, read }]): BoundField => ({
      name,
      places: inputs.map((input) => input.flatMap(place)),
      values: inputs.map(() => null),
      read,
    }),
  )
  const read = (cells: readonly Cell[], context: RowContext): T => {
    const row: Record<string, unknown> = {}
    for (const { name, places, values, read: readField } of bound) {
      for (let at = 0; at < places.length; at++) values[at] = firstOf(cells, places[at] ?? [])
      row[name] = readField(values, context)
    }
    return row as T // every field of T is bound
  }
  return { columns, read }
}

function firstOf(cells: readonly Cell[], places: readonly number[]): Cell {
  for (const place of places) {
    const cell = cells[place] ?? null
    if (cell !== null) return cell
  }
  return null
}
