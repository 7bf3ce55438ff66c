/** A table of a sample, as the writers of dumps and of staging files take it. */
export type ColumnType =
  | 'integer'
  | 'bigint'
  | 'double'
  | 'varchar'
  | 'text'
  | 'boolean'
  | 'instant'
  | 'date'
  | 'json'
  | 'uuid'
/** Instants are epoch milliseconds, or a text that stands there as it is, such as infinity. JSON is text already. */
export type SampleValue = string | number | boolean | null
export type SampleTable = {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[]
  readonly rows: Iterable<readonly SampleValue[]>
}
export type Database = 'postgres' | 'mysql'

/** Theirs is the clock of Brasília where the database keeps no zone. */
const BRASILIA = -3 * 3_600_000

/** A value as text, as both products' dumps write it, without the quotes and escapes of either. */
export function textOf(value: SampleValue, type: ColumnType, database: Database): string | null {
  if (value === null) return null
  if (type === 'boolean' && typeof value === 'boolean') {
    return database === 'mysql' ? String(Number(value)) : value ? 't' : 'f'
  }
  if (type === 'instant' && typeof value === 'number') return instantText(value, database)
  return String(value)
}

function instantText(instant: number, database: Database): string {
  const shown = new Date(database === 'mysql' ? instant + BRASILIA : instant).toISOString().replace('T', ' ')
  if (database === 'mysql') return shown.replace(/(\.000)?Z$/, '')
  return `${shown.replace(/(\.\d*?)0*Z$/, (_all, fraction: string) => (fraction === '.' ? '' : fraction))}+00`
}

/** Tables by their columns, written as `name:type name:type`. */
export type Columns = Readonly<Record<string, string>>

export const readColumns = (columns: string): SampleTable['columns'] =>
  columns.split(' ').map((column) => {
    const [name = '', type = 'text'] = column.split(':')
    return { name, type: type as ColumnType } // the files of columns name no other
  })

/** Collects rows as records; columns that a family lacks are left out, and so are its missing tables. */
export class SampleTables {
  readonly #rows = new Map<string, SampleValue[][]>()
  readonly #columns: ReadonlyMap<string, SampleTable['columns']>

  constructor(columns: Columns) {
    this.#columns = new Map(Object.entries(columns).map(([name, text]) => [name, readColumns(text)]))
  }

  has(table: string, column?: string): boolean {
    const columns = this.#columns.get(table)
    return columns !== undefined && (column === undefined || columns.some(({ name }) => name === column))
  }

  put(table: string, row: Readonly<Record<string, SampleValue | undefined>>): void {
    const columns = this.#columns.get(table)
    if (!columns) return
    const rows = this.#rows.get(table) ?? []
    rows.push(columns.map(({ name }) => row[name] ?? null))
    this.#rows.set(table, rows)
  }

  list(): SampleTable[] {
    return [...this.#columns].map(([name, columns]) => ({ name, columns, rows: this.#rows.get(name) ?? [] }))
  }
}
