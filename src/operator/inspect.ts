/** Examines a database file without changing it: existence, identity, integrity. */
import { existsSync, statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { newestOf, versionFault } from '../platform/schema'
import { getRows } from '../platform/sql'
import { isStorageFull, type Raw, versionOf } from '../platform/sqlite'
import { SECOND } from '../platform/time'
import { type Kind, kinds } from './layout'

export type Inspection = {
  /** The file's schema version; null if unreadable. */
  readonly version: number | null
  /** Descriptions of problems; empty if the file is intact. */
  readonly problems: readonly string[]
}

export type ExpectedFile = {
  readonly kind: Kind
  readonly identity: string
  /** In a fleet, control.db may be a step ahead of this program, which copies it all the same. */
  readonly mayBeNewer?: boolean | undefined
}

/** Reads the whole file. `identity` is the expected value in its `meta` table: `control` or the company's uuid. */
export function inspectDatabase(path: string, expected: ExpectedFile): Inspection {
  if (!existsSync(path)) return { version: null, problems: ['the file is missing'] }
  if (statSync(path).size === 0) return { version: null, problems: ['the file is empty'] }
  try {
    return withReader(path, (raw) => ({
      version: versionOf(raw),
      problems: [...mismatchIn(raw, expected), ...damageIn(raw)],
    }))
  } catch (error) {
    if (isStorageFull(error) && codeOf(error) !== 'SQLITE_CANTOPEN') throw error // says nothing about the file
    return { version: null, problems: [error instanceof Error ? error.message : String(error)] }
  }
}

/**
 * Finds texts partly overwritten with zeros in an otherwise intact file. SQLite detects a zeroed page of its own
 * structure, but not one with only the end of a long text. Such texts cannot come from outside, because input with NUL
 * is cleaned or rejected.
 */
export function findLostTexts(path: string): string[] {
  return withReader(path, (raw) =>
    textColumns(raw).flatMap(({ table, column }) => {
      const lost = Number(raw.prepare(`SELECT count(*) FROM "${table}" WHERE instr("${column}", ?)`).pluck().get(ZEROS))
      return lost === 0 ? [] : [`${lost} texts are lost in part (${table}.${column})`]
    }),
  )
}

/** Reads only the schema version; undefined if it cannot be determined. */
export function readVersion(path: string): number | undefined {
  try {
    return statSync(path).size === 0 ? undefined : withReader(path, versionOf)
  } catch {
    return undefined
  }
}

/** Opens a file read-only, waits for writers, and always closes it. */
export function withReader<T>(path: string, read: (raw: Raw) => T): T {
  const raw = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: 10 * SECOND })
  try {
    return read(raw)
  } finally {
    raw.close()
  }
}

/** The file is intact, but its schema is newer than this program. */
export const isOfNewerVersion = ({ version, problems }: Inspection, kind: Kind): boolean =>
  version !== null && version > kinds[kind].steps && problems.length === 1

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Fewer zeros may be valid text. */
const ZEROS = '\0'.repeat(16)

const textColumns = (raw: Raw) =>
  getRows<{ table: string; column: string }>(
    raw,
    `SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list t JOIN pragma_table_info(t.name) c
       WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND c.type = 'TEXT'`,
  )

function mismatchIn(raw: Raw, { kind, identity, mayBeNewer = false }: ExpectedFile): string[] {
  const { applicationId, schema } = kinds[kind]
  if (raw.pragma('application_id', { simple: true }) !== applicationId) return ['is not one of ours']
  const kept = raw.prepare("SELECT value FROM meta WHERE key = 'identity'").pluck().get()
  if (kept !== identity) return [`belongs to ${String(kept)}`]
  const fault = mayBeNewer && versionOf(raw) > newestOf(schema) ? null : versionFault(schema, versionOf(raw))
  return fault ? [fault] : []
}

function damageIn(raw: Raw): string[] {
  const verdicts = raw.pragma('integrity_check(3)') as { integrity_check: string }[] // SQLite's own column
  const torn = verdicts.map(({ integrity_check: verdict }) => verdict).filter((verdict) => verdict !== 'ok')
  if (torn.length > 0) return torn.map((verdict) => verdict.replace(/\s+/g, ' '))
  const dangling = raw.pragma('foreign_key_check') as { table: string; parent: string }[] // likewise
  return dangling.length === 0
    ? []
    : [`${dangling.length} rows point at rows that are gone (${dangling[0]?.table} → ${dangling[0]?.parent})`]
}
