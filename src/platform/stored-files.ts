/**
 * Columns of a company's database that hold the name of a stored file. Each module lists its own, and
 * `src/stored-files.ts` joins them for what needs all: removal of unused files, the doctor, backups.
 */
import { readStoredName, type Sha256 } from './files'
import { getRow } from './sql'
import { isSqliteError, type Raw } from './sqlite'

export type StoredFileColumn = {
  /** Must have row ids. */
  readonly table: string
  readonly column: string
  /** JSON path in the column, such as `$.file`; null if the column itself is the name. */
  readonly path: string | null
  /**
   * SQL condition of the rows that need their file. It must match a partial index on the name, because removal checks
   * every file.
   */
  readonly where: string
  /** SQL assignments that repair a row with an invalid name. */
  readonly cleared: string
}

/**
 * The `media` column of a table whose rows are sent as messages; without its file a row is sent as text. `kind` is the
 * file's kind.
 */
export const mediaColumn = (table: string): StoredFileColumn => ({
  table,
  column: 'media',
  path: '$.file',
  where: 'media IS NOT NULL',
  cleared: 'media = NULL, kind = NULL',
})

/** A file with one column per property, such as `media_file` and `media_name`. */
export const fileColumn = (table: string, prefix: string): StoredFileColumn => ({
  table,
  column: `${prefix}_file`,
  path: null,
  where: `${prefix}_file IS NOT NULL`,
  cleared: ['file', 'name', 'type', 'size'].map((property) => `${prefix}_${property} = NULL`).join(', '),
})

/** Whether any row needs this file. */
export const isNamed = (raw: Raw, columns: readonly StoredFileColumn[], file: Sha256): boolean =>
  getRow(raw, lookUpOf(columns), { file }) !== undefined

export const lookUpOf = (columns: readonly StoredFileColumn[]): string =>
  `SELECT 1 WHERE ${columns
    .map((one) => `EXISTS (SELECT 1 FROM ${one.table} WHERE ${nameIn(one)} = @file AND ${one.where})`)
    .join(' OR ')}`

/** Distinct names of stored files that rows need. */
export function listNames(raw: Raw, columns: readonly StoredFileColumn[]): Set<Sha256> {
  const found = columns.flatMap((one) => {
    const sql = `SELECT DISTINCT ${nameIn(one)} FROM ${one.table} WHERE ${one.where} AND ${isReadable(one)}`
    return prepareIfThere(raw, sql)?.pluck().all() ?? []
  })
  return new Set(found.flatMap((name) => readStoredName(name) ?? []))
}

export type WrongNames = {
  readonly column: StoredFileColumn
  readonly rowids: readonly number[]
  readonly names: readonly unknown[]
}

/** Rows with an invalid file name, by column. */
export function findWrongNames(raw: Raw, columns: readonly StoredFileColumn[]): WrongNames[] {
  raw.function('is_stored_name', { deterministic: true }, (name: unknown) => Number(readStoredName(name) !== null))
  return columns.flatMap((column) => {
    const name = nameIn(column)
    const sql = `SELECT rowid AS row, ${name} AS name FROM ${column.table} WHERE ${isReadable(column)} AND ${name} IS NOT NULL AND NOT is_stored_name(${name})`
    const rows = (prepareIfThere(raw, sql)?.all() ?? []) as { row: number; name: unknown }[] // the columns are listed
    return rows.length === 0
      ? []
      : [{ column, rowids: rows.map(({ row }) => row), names: [...new Set(rows.map(({ name }) => name))] }]
  })
}

export function clearNames(raw: Raw, { column, rowids }: WrongNames): void {
  raw
    .prepare(`UPDATE ${column.table} SET ${column.cleared} WHERE rowid IN (SELECT value FROM json_each(?))`)
    .run(JSON.stringify(rowids))
}

const nameIn = ({ column, path }: StoredFileColumn) => (path === null ? column : `json_extract(${column}, '${path}')`)
/** Accepts whatever `json_extract` reads: 2 is JSON5, 8 is JSONB. */
const isReadable = ({ column, path }: StoredFileColumn) => (path === null ? '1' : `json_valid(${column}, 2 | 8)`)

/** A file of an earlier version may lack the column. */
function prepareIfThere(raw: Raw, sql: string) {
  try {
    return raw.prepare(sql)
  } catch (error) {
    if (isSqliteError(error) && /^no such (table|column)/.test(error.message)) return undefined
    throw error
  }
}
