/** The rows of the source that changed something in a copy of a company, so that only they are taken once more. */
import Sqlite from 'better-sqlite3'

export type ChangingRows = ReturnType<typeof createChangingRows>

/** A new file: rows may be many. It is thrown away after the move. */
export function createChangingRows(path: string) {
  const raw = new Sqlite(path)
  raw.pragma('journal_mode = OFF')
  raw.pragma('synchronous = OFF')
  raw.exec('CREATE TABLE touched (step TEXT, n INTEGER, row TEXT, PRIMARY KEY (step, n)) WITHOUT ROWID')
  const insert = raw.prepare<[string, number, string]>('INSERT INTO touched VALUES (?, ?, ?)')
  const select = raw.prepare<[string], string>('SELECT row FROM touched WHERE step = ? ORDER BY n').pluck()
  let n = 0
  return {
    /** `rows` are plain values, as a `Source` reads them. */
    add: raw.transaction((step: string, rows: readonly unknown[]) => {
      for (const row of rows) insert.run(step, ++n, JSON.stringify(row))
    }),
    *list<T>(step: string): Iterable<T> {
      for (const row of select.iterate(step)) yield JSON.parse(row) as T // `add` wrote it
    },
    close: () => void raw.close(),
  }
}

/** The same rows, and which of them changed the database while they were walked. */
export function watchRows<T>(
  slice: readonly T[],
  countChanges: () => number,
): { readonly rows: readonly T[]; changing(): readonly T[] } {
  const before = countChanges()
  const found = new Set<T>()
  const rows = [...slice]
  rows[Symbol.iterator] = function* walk() {
    for (const row of slice) {
      const since = countChanges()
      try {
        yield row
      } finally {
        if (countChanges() > since) found.add(row)
      }
    }
  } as (typeof rows)[typeof Symbol.iterator]
  return {
    rows,
    // Whoever walks them another way has changed something for any of them.
    changing: () => (found.size > 0 || countChanges() === before ? [...found] : slice),
  }
}
