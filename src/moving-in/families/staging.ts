/** A staged dump: their tables with their own names, every value text or null, and what `staging_meta` says about it. */
import Sqlite from 'better-sqlite3'
import type { Raw } from '../../platform/sqlite'

export type StagedTable = { readonly name: string; readonly columns: readonly string[] }

export class Staging {
  readonly #tables: ReadonlyMap<string, StagedTable>

  constructor(readonly raw: Raw) {
    const names = raw.prepare<[], { name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
    const theirs = names.filter(({ name }) => !/^(sqlite_|staging_|moving_|_staging)/i.test(name))
    this.#tables = new Map(
      theirs.map(({ name }) => {
        const columns = raw.prepare<[], { name: string }>(`PRAGMA table_info(${quoted(name)})`).all()
        return [name.toLowerCase(), { name, columns: columns.map((column) => column.name) }]
      }),
    )
  }

  tables(): readonly StagedTable[] {
    return [...this.#tables.values()]
  }

  /** MySQL on some systems stores names of tables in lower case. */
  table(name: string): StagedTable | undefined {
    return this.#tables.get(name.toLowerCase())
  }

  column(table: string, column: string): string | undefined {
    const wanted = column.toLowerCase()
    return this.table(table)?.columns.find((name) => name.toLowerCase() === wanted)
  }

  has(table: string, ...columns: readonly string[]): boolean {
    return this.table(table) !== undefined && columns.every((column) => this.column(table, column) !== undefined)
  }

  isEmpty(table: string): boolean {
    const found = this.table(table)
    return !found || this.raw.prepare(`SELECT 1 FROM ${quoted(found.name)} LIMIT 1`).get() === undefined
  }

  meta(key: string): string | undefined {
    if (!this.raw.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'staging_meta'`).get()) return undefined
    const row = this.raw.prepare<[string], { value: string }>('SELECT value FROM staging_meta WHERE key = ?').get(key)
    return row?.value
  }
}

export function openStaging(path: string): Staging {
  const raw = new Sqlite(path, { fileMustExist: true })
  raw.pragma('busy_timeout = 5000')
  raw.pragma('cache_size = -32000')
  raw.pragma('synchronous = OFF') // what we add is computed again if it is lost
  return new Staging(raw)
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
