/** Reads the rows of an import's file in chunks, each from where the last one ended. */

import { rowOf, type SheetRow } from '../platform/spreadsheets/spreadsheets'
import { EXTRA, IGNORED } from './contract'
import { areOwn } from './headings'
import type { ImportedRow, ImportTarget } from './target'

/** `next`: byte offset of the following row. */
export type PlacedRow = SheetRow & { readonly next: number }

/** Bytes per chunk. Longer than any row: 120 cells of 500 characters, up to 6 bytes each in JSON. */
const PIECE = 512 * 1024
const NEWLINE = 10

/** Returns no rows at the end of the file. */
export async function readRows(path: string, from: number): Promise<PlacedRow[]> {
  const bytes = new Uint8Array(
    await Bun.file(path)
      .slice(from, from + PIECE)
      .arrayBuffer(),
  )
  const decoder = new TextDecoder()
  const rows: PlacedRow[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf(NEWLINE, at)
    if (end < 0) return rows
    const row = rowOf(decoder.decode(bytes.subarray(at, end)))
    at = end + 1
    rows.push({ ...row, next: from + at })
  }
}

/** The rows above the data, and where the data begin. */
export async function readHead(path: string, headRows: number): Promise<{ heads: readonly string[]; next: number }> {
  let found: PlacedRow | undefined
  for (let count = 0; count < headRows; ) {
    const rows = (await readRows(path, found?.next ?? 0)).slice(0, headRows - count)
    if (rows.length === 0) break
    found = rows.at(-1)
    count += rows.length
  }
  return { heads: found?.cells ?? [], next: found?.next ?? 0 }
}

/** Rows by which the cells of a column are judged. */
const JUDGED = 500

/** How the cells of each column are cleaned, judged by the first rows of data. */
export async function cleanersOf(
  path: string,
  { next, columns, heads, target: { fields, own } }: CleanShape,
): Promise<Cleaners> {
  if (areOwn(heads, own)) return []
  const wanted = columns.map((column) => fields.find(({ key }) => key === column)?.cleanerOf)
  if (!wanted.some(Boolean)) return []
  const rows = (await readRows(path, next)).slice(0, JUDGED)
  return wanted.map((cleanerOf, at) => cleanerOf?.(rows.map(({ cells }) => cells[at] ?? '').filter(Boolean)))
}

type CleanShape = Pick<Shape, 'columns' | 'heads'> & {
  /** Where the data begin. */
  readonly next: number
  readonly target: Pick<ImportTarget, 'fields' | 'own'>
}
/** By column. */
type Cleaners = readonly (((cell: string) => string) | undefined)[]
/** What is the same for all rows of an import. */
export type Shape = {
  readonly columns: readonly string[]
  readonly heads: readonly string[]
  readonly cleaners: Cleaners
}

/** Maps a row's cells to fields. What cleaning changes is kept as extra information. */
export function fieldsOf(cells: readonly string[], { columns, heads, cleaners }: Shape): ImportedRow {
  const fields = new Map<string, string>()
  const placed: { key: string; name: string; value: string }[] = []
  const extra: { name: string; value: string }[] = []
  for (const [at, key] of columns.entries()) {
    const written = cells[at] ?? ''
    if (written === '' || key === IGNORED) continue
    const name = heads[at] || String(at + 1)
    const value = cleaners[at]?.(written) ?? written
    if (value !== written) extra.push({ name, value: written })
    if (key === EXTRA) extra.push({ name, value })
    else {
      placed.push({ key, name, value })
      const before = fields.get(key)
      fields.set(key, before === undefined ? value : `${before} ${value}`)
    }
  }
  return { fields: Object.fromEntries(fields), placed, extra }
}
