/** One row of a dump, decoded into a buffer that the next row overwrites: objects per value would cost more than parsing. */

export const NULL = 0
export const TEXT = 1
/** Content of a binary column, or of a literal such as 0x4142. */
export const BYTES = 2
/** A bit string such as b'101', kept as its digits. */
export const BITS = 3
/** Without quotes. In a column of bits, '1' is the byte 49, and 1 is the bit. */
export const NUMBER = 4
type ValueKind = typeof NULL | typeof TEXT | typeof BYTES | typeof BITS | typeof NUMBER

/** As SQLite. MySQL allows 4096 columns, PostgreSQL 1600. */
export const MAX_COLUMNS = 2000

export type Row = {
  count: number
  /** A `ValueKind` for each value. */
  readonly kinds: Uint8Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** Decoded values, one after the other, with a NUL behind each. */
  bytes: Buffer
  length: number
}

export const createRow = (): Row => ({
  count: 0,
  kinds: new Uint8Array(MAX_COLUMNS),
  starts: new Uint32Array(MAX_COLUMNS),
  ends: new Uint32Array(MAX_COLUMNS),
  bytes: Buffer.alloc(0),
  length: 0,
})

/** Makes room for a row of up to this many bytes of SQL: decoding never lengthens a value. */
export function reserve(row: Row, length: number): void {
  const wanted = length + MAX_COLUMNS
  if (row.bytes.length >= wanted && row.bytes.length <= 4 * wanted) return
  row.bytes = Buffer.allocUnsafeSlow(wanted)
}

export function clear(row: Row): void {
  row.count = 0
  row.length = 0
}

/** Adds what was written into `row.bytes` between `row.length` and `end`. */
export function add(row: Row, kind: ValueKind, end: number): void {
  const at = row.count++
  if (at >= MAX_COLUMNS) return
  row.kinds[at] = kind
  row.starts[at] = row.length
  row.ends[at] = end
  row.bytes[end] = 0
  row.length = end + 1
}
