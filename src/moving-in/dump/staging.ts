/** The staging file: each table of a dump as it was, columns as text, and beside them what is known of the dump. */
import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import * as v from 'valibot'
import { getRows, getValue } from '../../platform/sql'

/** Of the staging file: another version is staged again. */
export const STAGING_VERSION = '2'
/** `database`: postgres or mysql; `facts`: what is known of the dump, in JSON, once the file is complete. */
export const META_TABLE = 'staging_meta'
export const TABLES_TABLE = 'staging_tables'

const Facts = v.object({
  version: v.string(),
  /** `postgres`, `mysql` or `mariadb`. */
  kind: v.picklist(['postgres', 'mysql', 'mariadb']),
  /** Its name, where the dump has it. */
  database: v.nullable(v.string()),
  /** Of the session that made the dump (`SET TIME_ZONE`): MySQL's TIMESTAMP columns are in it, DATETIME ones never. */
  timeZone: v.nullable(v.string()),
  /** Of a dump of MySQL, as `SET NAMES` says it. In `utf8` every emoji has become a question mark. */
  encoding: v.nullable(v.string()),
  /** `Dumped by pg_dump version 16.4`. */
  madeBy: v.nullable(v.string()),
  /** False: a dump that was cut between two statements would not have been noticed. */
  isEndMarked: v.boolean(),
  /** The SQL came out of an archive, which may contain the files, too. */
  isArchive: v.boolean(),
  fingerprint: v.string(),
  /** Of the source, and of the SQL in it. */
  sourceBytes: v.number(),
  sqlBytes: v.number(),
})

export type StagedTable = {
  /** In the staging file: theirs, with the schema before it where two schemas have the same. */
  readonly name: string
  readonly schema: string | null
  readonly original: string
  readonly rows: number
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

export type StagedDump = v.InferOutput<typeof Facts> & {
  readonly path: string
  /** The largest first. */
  readonly tables: readonly StagedTable[]
}

const Columns = v.array(v.object({ name: v.string(), type: v.string() }))

/** What was staged; undefined if the file is missing, was not completed, or is of another version. */
export function readStaging(path: string): StagedDump | undefined {
  if (!existsSync(path)) return undefined
  const file = new Sqlite(path, { readonly: true })
  try {
    const found = getValue<string>(file, `SELECT value FROM ${META_TABLE} WHERE key = 'facts'`)
    const facts = found === undefined ? undefined : v.safeParse(Facts, JSON.parse(found))
    if (!facts?.success || facts.output.version !== STAGING_VERSION) return undefined
    const tables = getRows<Omit<StagedTable, 'columns'> & { columns: string }>(
      file,
      `SELECT name, schema, original, "rows", columns FROM ${TABLES_TABLE} ORDER BY "rows" DESC, name`,
    )
    return {
      ...facts.output,
      path,
      tables: tables.map((table) => ({ ...table, columns: v.parse(Columns, JSON.parse(table.columns)) })),
    }
  } catch {
    return undefined // Not a staging file, or one that was never completed.
  } finally {
    file.close()
  }
}
