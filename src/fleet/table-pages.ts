/**
 * Which tables of a file that is written page by page have changed. What changes in a table changes a page that it has had
 * before, so the pages of a table need to be found again only when one of them was written.
 */
import type { Raw } from '../platform/sqlite'

export class TablePages {
  readonly #raw: Raw
  readonly #pages = new Map<string, ReadonlySet<number>>()
  /** How often each table has changed. */
  readonly #changes = new Map<string, number>()
  #schema: number

  constructor(raw: Raw) {
    this.#raw = raw
    this.#schema = this.#schemaVersion()
  }

  /** Call it when these pages have been written. */
  written(numbers: readonly number[]): void {
    const schema = numbers.includes(1) ? this.#schemaVersion() : this.#schema
    const isAnother = schema !== this.#schema // tables may lie elsewhere
    this.#schema = schema
    for (const [table, pages] of this.#pages) {
      if (!isAnother && !numbers.some((number) => pages.has(number))) continue
      this.#pages.delete(table)
      this.#changes.set(table, this.#changesOf(table) + 1)
    }
  }

  /** Rises when one of the tables changes. */
  mark(tables: readonly string[]): number {
    let sum = 0
    for (const table of tables) {
      if (!this.#pages.has(table)) this.#pages.set(table, this.#find(table))
      sum += this.#changesOf(table)
    }
    return sum
  }

  #changesOf = (table: string): number => this.#changes.get(table) ?? 0

  #schemaVersion = (): number => Number(this.#raw.pragma('schema_version', { simple: true }))

  #find(table: string): ReadonlySet<number> {
    const numbers = this.#raw.prepare('SELECT pageno FROM dbstat WHERE name = ?').pluck().all(table)
    return new Set(numbers as number[]) // pages have numbers
  }
}
