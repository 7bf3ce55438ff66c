/**
 * Pagination. Small tables use `pageNumber` and return a row count. Large ones use a cursor: its cost does not grow
 * with depth, and no row repeats when another one moves.
 */
export const PAGE_SIZE = 40

/** A list to paginate. */
export type Listing<Row> = {
  /** At most `most` rows from the zero-based index `from`. */
  rows(from: number, most: number): readonly Row[]
  count(): number
}
export type Page<Row> = { readonly rows: Row[]; readonly hasMore: boolean; readonly count: number }

/** `pageNumber` starts at 1. */
export function pageOf<Row>({ rows, count }: Listing<Row>, pageNumber: number, size = PAGE_SIZE): Page<Row> {
  const found = rows(size * (pageNumber - 1), size + 1)
  return { rows: found.slice(0, size), hasMore: found.length > size, count: count() }
}

/** Wraps a list in memory. */
export const listingOf = <Row>(all: readonly Row[]): Listing<Row> => ({
  rows: (from, most) => all.slice(from, from + most),
  count: () => all.length,
})

/** The last row of a page: its sort value and id. */
export type Cursor = { readonly value: number; readonly id: number }

/** Pattern of a cursor on the wire. */
export const CURSOR = '^\\d{1,15}-\\d{1,15}$'
export const writeCursor = ({ value, id }: Cursor): string => `${value}-${id}`
export function readCursor(written: string): Cursor {
  const [value, id] = written.split('-')
  return { value: Number(value), id: Number(id) }
}
