/** The tables of a dump, and to which of its databases they belong. */
import type { Dialect } from './lexer'
import { refuse } from './refusal'
import { MAX_COLUMNS, type Row } from './row'
import type { Column, TableName } from './statements'

export type DumpTable = {
  readonly database: string | null
  readonly schema: string | null
  readonly name: string
  readonly columns: Column[]
  rows: number
}

/** Where rows go. */
export interface RowSink {
  create(table: DumpTable): void
  addColumn(table: DumpTable, column: Column): void
  drop(table: DumpTable): void
  /** For rows with these columns of the table, in this order. */
  writer(table: DumpTable, columns: readonly Column[]): (row: Row) => void
}

/** Rows that follow in the dump. */
export type RowTarget = {
  readonly table: DumpTable
  readonly columns: readonly Column[]
  readonly write: (row: Row) => void
}

const MAX_TABLES = 2000

/** Databases of the servers themselves. */
const systemDatabases = new Set([
  'mysql',
  'information_schema',
  'performance_schema',
  'sys',
  'phpmyadmin',
  'template0',
  'template1',
])

/** The tables of all databases by name, as statements of the present one write it. */
function createTables({ isMysql }: Dialect) {
  const tables = new Map<string, DumpTable>()
  let database: string | null = null
  /** Of names without a schema, where the dump says so. */
  let searchPath: string | null = null
  const schemaOf = ({ schema }: TableName): string | null => (isMysql ? null : (schema ?? searchPath))
  const keyOf = (name: TableName): string => JSON.stringify([database, schemaOf(name), name.name])
  return {
    all: (): Iterable<DumpTable> => tables.values(),
    count: (): number => tables.size,
    get: (name: TableName): DumpTable | undefined => tables.get(keyOf(name)),
    delete: (name: TableName): void => void tables.delete(keyOf(name)),
    add(name: TableName, columns: readonly Column[]): DumpTable {
      const table = { database, schema: schemaOf(name), name: name.name, columns: [...columns], rows: 0 }
      tables.set(keyOf(name), table)
      return table
    },
    /** Adminer creates "public"."Users", and inserts into "Users". */
    find(name: TableName): DumpTable | undefined {
      const exact = tables.get(keyOf(name))
      if (exact || isMysql || schemaOf(name) !== null) return exact
      const alike = [...tables.values()].filter((table) => table.database === database && table.name === name.name)
      return alike.length === 1 ? alike[0] : undefined
    },
    setDatabase(name: string | null): void {
      database = name
    },
    setSchema(name: string | null): void {
      searchPath = name
    },
  }
}

export type Catalog = ReturnType<typeof createCatalog>

/** `wanted`: the installation's database, if the dump contains several. */
export function createCatalog(sink: RowSink, dialect: Dialect, wanted: string | undefined) {
  const { isMysql } = dialect
  const tables = createTables(dialect)
  const { find } = tables
  const databases = new Set<string>()
  /** Partitions: their rows belong to another table. */
  const wholes = new Map<DumpTable, DumpTable>()
  /** The database whose rows are kept: the first that has any. */
  let chosen: { readonly database: string | null } | undefined

  /** Whether the table belongs to a database that may be the installation's. */
  const isKept = (table: DumpTable): boolean =>
    table.database === null || (wanted === undefined ? !systemDatabases.has(table.database) : table.database === wanted)

  const findColumn = (table: DumpTable, name: string): Column | undefined =>
    table.columns.find((column) => column.name === name) ??
    (isMysql ? table.columns.find((column) => column.name.toLowerCase() === name.toLowerCase()) : undefined)

  function drop(name: TableName): void {
    const table = tables.get(name)
    if (!table) return
    if (table.rows > 0) refuse('twoDumps', { table: name.name })
    tables.delete(name)
    if (isKept(table) && !wholes.has(table)) sink.drop(table)
  }

  function create(name: TableName, columns: readonly Column[]): DumpTable {
    drop(name)
    if (columns.length > MAX_COLUMNS) refuse('tooMany', { limit: MAX_COLUMNS, what: `columns in table ${name.name}` })
    if (tables.count() >= MAX_TABLES) refuse('tooMany', { limit: MAX_TABLES, what: 'tables' })
    const table = tables.add(name, columns)
    if (isKept(table)) sink.create(table)
    return table
  }

  function addColumn(table: DumpTable, column: Column): void {
    if (findColumn(table, column.name)) return
    if (table.columns.length >= MAX_COLUMNS)
      refuse('tooMany', { limit: MAX_COLUMNS, what: `columns in table ${table.name}` })
    table.columns.push(column)
    if (isKept(table)) sink.addColumn(table, column)
  }

  function choose(table: DumpTable): void {
    chosen ??= table
    if (chosen.database === table.database) return
    refuse('severalDatabases', { names: [...databases].filter((name) => !systemDatabases.has(name)).join(', ') })
  }

  const namedColumns = (names: readonly string[]): Column[] =>
    names.map((column) => ({ name: column, type: '', kind: 'text' }))

  function wholeOf(part: DumpTable): DumpTable {
    const whole = wholes.get(part)
    return whole ? wholeOf(whole) : part
  }

  function rowsIn(table: DumpTable, names: readonly string[] | null): RowTarget | undefined {
    for (const column of namedColumns(names ?? [])) addColumn(table, column)
    const columns = names ? names.flatMap((column) => findColumn(table, column) ?? []) : table.columns
    if (new Set(columns).size < columns.length) return undefined
    if (!isKept(table)) return { table, columns, write: () => {} }
    choose(table)
    return { table, columns, write: sink.writer(table, columns) }
  }

  return {
    create,
    drop,
    addColumns(name: TableName, columns: readonly Column[]): void {
      const table = find(name)
      for (const column of columns) if (table) addColumn(table, column)
    },
    withInherited(columns: readonly Column[], parents: readonly TableName[]): Column[] {
      const inherited = parents.flatMap((name) => find(name)?.columns ?? [])
      const all = [...inherited, ...columns]
      return all.filter(({ name }, at) => all.findIndex((one) => one.name === name) === at)
    },
    /** Rows of the part go to the whole. A partition may have partitions. */
    attach(wholeName: TableName, partName: TableName): void {
      const [whole, part] = [find(wholeName), find(partName)]
      if (!whole || !part || wholeOf(whole) === part || part.rows > 0 || wholes.has(part)) return
      wholes.set(part, whole)
      if (isKept(part)) sink.drop(part)
    },
    setSchema: tables.setSchema,
    use(name: string | null): void {
      tables.setDatabase(name)
      if (name !== null) databases.add(name)
    },
    /** Undefined: a column is listed twice. Dumps without structure name the columns with the rows. */
    rowsOf(name: TableName, names: readonly string[] | null): RowTarget | undefined {
      const known = find(name)
      if (!known && !names?.length) refuse('noColumns', { table: name.name })
      const whole = known && wholeOf(known)
      // A partition may have its columns in another order.
      if (known && whole && whole !== known)
        return rowsIn(whole, names ?? (known.columns.length > 0 ? known.columns.map((column) => column.name) : null))
      return rowsIn(known ?? create(name, namedColumns(names ?? [])), names)
    },
    /** Refuses a dump without rows or without the wanted database. Returns the installation's database, if it is named. */
    finish(label: string): string | null {
      if (wanted !== undefined && !databases.has(wanted) && databases.size > 0)
        refuse('noSuchDatabase', { name: wanted, names: [...databases].join(', ') })
      if (![...tables.all()].some((table) => table.rows > 0 && isKept(table))) refuse('noRows', { path: label })
      return chosen?.database ?? null
    },
  }
}
