/** Reads the rows of an import's file in chunks, each from where the last one ended. */

import { rowOf, type SheetRow } from '../platform/spreadsheets/spreadsheets'
import { EXTRA } from './contract'
import type { ImportedRow } from './target'

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

/** Maps a row's cells to fields. */
export function fieldsOf(cells: readonly string[], columns: readonly string[], heads: readonly string[]): ImportedRow {
  const fields = new Map<string, string>()
  const extra = columns.flatMap((column, at) => {
    const value = cells[at] ?? ''
    if (column === EXTRA) return value === '' ? [] : [{ name: heads[at] || String(at + 1), value }]
    fields.set(column, value)
    return []
  })
  return { fields: Object.fromEntries(fields), extra }
}
