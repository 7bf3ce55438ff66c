/**
 * Removes foreign triggers and views, which SQLite runs by itself. A backup may have been tampered with, so a restored
 * file keeps only those that its migrations create.
 */
import Sqlite from 'better-sqlite3'
import { type Schema, schemaAt } from '../../platform/schema'
import { getRows } from '../../platform/sql'
import { type Raw, versionOf } from '../../platform/sqlite'
import { type Kind, kinds } from '../layout'

type Program = { readonly type: 'trigger' | 'view'; readonly name: string; readonly sql: string }

export function keepOurPrograms(path: string, kind: Kind): void {
  const raw = new Sqlite(path, { fileMustExist: true })
  try {
    raw.transaction(() => {
      const [ours, found] = [madeBy(schemaAt(kinds[kind].schema, versionOf(raw))), programsIn(raw)]
      for (const { type, name } of without(found, ours))
        raw.exec(`DROP ${type} IF EXISTS "${name.replaceAll('"', '""')}"`)
      // A dropped view took its triggers along, and needs to be there before them.
      const missing = without(ours, programsIn(raw))
      for (const { sql } of missing.toReversed()) raw.exec(sql)
    })()
  } finally {
    raw.close()
  }
}

const without = (some: readonly Program[], others: readonly Program[]): Program[] =>
  some.filter(({ name, sql }) => !others.some((other) => other.name === name && other.sql === sql))

/** Triggers first. */
const programsIn = (raw: Raw): Program[] =>
  getRows<Program>(
    raw,
    "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view') ORDER BY type, rowid",
  )

function madeBy({ steps }: Schema): Program[] {
  const raw = new Sqlite(':memory:')
  try {
    for (const step of steps) raw.exec(step)
    return programsIn(raw)
  } finally {
    raw.close()
  }
}
