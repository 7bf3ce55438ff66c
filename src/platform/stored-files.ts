/**
 * Which columns of a company's database hold the name of a stored file. Each module names its own, `src/stored-files.ts` joins
 * them, and whoever must know them all is handed that list: the removal of what nobody needs, the doctor, backups.
 */
import { readStoredName, type Sha256 } from './files'
import { isSqliteError, type Raw, statement } from './sqlite'

export type StoredFileColumn = {
  /** One with row ids. */
  readonly table: string
  readonly column: string
  /** Where in the column's JSON, such as `$.file`; null when the column is the name. */
  readonly path: string | null
  /** SQL: the rows that need their file. It is that of an index on the name, because the removal asks for each file. */
  readonly where: string
  /** SQL assignments: what becomes of a row whose name is none. */
  readonly cleared: string
}

/** `media` of what is sent as a message: without its file it is sent as its text. Its `kind` says what the file is. */
export const mediaColumn = (table: string): StoredFileColumn => ({
  table,
  column: 'media',
  path: '$.file',
  where: 'media IS NOT NULL',
  cleared: 'media = NULL, kind = NULL',
})

/** A file that has a column for each of its properties, such as `media_file` and `media_name`. */
export const fileColumn = (table: string, prefix: string): StoredFileColumn => ({
  table,
  column: `${prefix}_file`,
  path: null,
  where: `${prefix}_file IS NOT NULL`,
  cleared: ['file', 'name', 'type', 'size'].map((property) => `${prefix}_${property} = NULL`).join(', '),
})

/** Whether any row needs this file. */
export const isNamed = (raw: Raw, columns: readonly StoredFileColumn[], file: Sha256): boolean =>
  statement(raw, lookUpOf(columns)).get({ file }) !== undefined

export const lookUpOf = (columns: readonly StoredFileColumn[]): string =>
  `SELECT 1 WHERE ${columns
    .map((one) => `EXISTS (SELECT 1 FROM ${one.table} WHERE ${nameIn(one)} = @file AND ${one.where})`)
    .join(' OR ')}`

/** All names of stored files that rows need, each once. */
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

/** Rows that name a file with what is no such name, by column. */
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
/** All that `json_extract` reads, which is more than JSON: 2 is JSON5, 8 its binary form. */
const isReadable = ({ column, path }: StoredFileColumn) => (path === null ? '1' : `json_valid(${column}, 2 | 8)`)

/** A file of an earlier version does not have every column yet. */
function prepareIfThere(raw: Raw, sql: string) {
  try {
    return raw.prepare(sql)
  } catch (error) {
    if (isSqliteError(error) && /^no such (table|column)/.test(error.message)) return undefined
    throw error
  }
}
