/** Writes tables as the staging file that a dump of them becomes. */
import Sqlite from 'better-sqlite3'
import { type ColumnType, type Database, type SampleTable, type SampleValue, textOf } from './table'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export function writeStaging(
  tables: readonly SampleTable[],
  path: string,
  { database = 'postgres', zone }: { database?: Database; zone?: string } = {},
): void {
  const raw = new Sqlite(path)
  raw.pragma('journal_mode = OFF')
  raw.pragma('synchronous = OFF')
  raw.exec('CREATE TABLE staging_meta (key TEXT PRIMARY KEY, value TEXT)')
  const note = raw.prepare('INSERT INTO staging_meta VALUES (?, ?)')
  note.run('database', database)
  if (zone !== undefined) note.run('zone', zone)
  for (const { name, columns, rows } of tables) {
    raw.exec(`CREATE TABLE ${quoted(name)} (${columns.map((column) => `${quoted(column.name)} TEXT`).join(', ')})`)
    const insert = raw.prepare(`INSERT INTO ${quoted(name)} VALUES (${columns.map(() => '?').join(', ')})`)
    raw.transaction(() => {
      for (const row of rows) {
        insert.run(row.map((value, at) => stagedText(value, columns[at]?.type ?? 'text', database)))
      }
    })()
  }
  raw.close()
}

/** As the database wrote it, but booleans of both are 1 and 0. */
const stagedText = (value: SampleValue, type: ColumnType, database: Database): string | null =>
  typeof value === 'boolean' ? String(Number(value)) : textOf(value, type, database)
