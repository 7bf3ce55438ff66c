/**
 * Lists a page at a time. Small tables go by `pageNumber` and tell how many rows there are; big ones by a cursor, whose
 * cost does not grow with depth, and of which no row repeats when one moves meanwhile.
 */
export const PAGE_SIZE = 40

/** A list of which pages are taken. */
export type Listing<Row> = {
  /** At most `most` rows, from number `from` on; the first is 0. */
  rows(from: number, most: number): readonly Row[]
  count(): number
}
export type Page<Row> = { readonly rows: Row[]; readonly hasMore: boolean; readonly count: number }

/** `pageNumber` begins at 1. */
export function pageOf<Row>({ rows, count }: Listing<Row>, pageNumber: number, size = PAGE_SIZE): Page<Row> {
  const found = rows(size * (pageNumber - 1), size + 1)
  return { rows: found.slice(0, size), hasMore: found.length > size, count: count() }
}

/** A list that is there already. */
export const listingOf = <Row>(all: readonly Row[]): Listing<Row> => ({
  rows: (from, most) => all.slice(from, from + most),
  count: () => all.length,
})

/** Where a page of a big list ended: at this value of what the list is sorted by, with this id. */
export type Cursor = { readonly value: number; readonly id: number }

/** Its form on the wire. */
export const CURSOR = '^\\d{1,15}-\\d{1,15}$'
export const writeCursor = ({ value, id }: Cursor): string => `${value}-${id}`
export function readCursor(written: string): Cursor {
  const [value, id] = written.split('-')
  return { value: Number(value), id: Number(id) }
}
