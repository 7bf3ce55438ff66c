/** The rows of an import, as they lie in its file: read a piece at a time, from wherever the last one ended. */

import { EXTRA } from './contract'
import type { ImportedRow } from './target'

/** `next`: where the row behind it begins, in bytes. */
export type PlacedRow = { readonly line: number; readonly cells: readonly string[]; readonly next: number }

/** Longer than any row: forty cells of five hundred signs, of which JSON may need six bytes each. */
const PIECE = 256 * 1024
const NEWLINE = 10

/** Empty at the end of the file. */
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
    const [line, cells] = JSON.parse(decoder.decode(bytes.subarray(at, end))) as [number, string[]] // written by us
    at = end + 1
    rows.push({ line, cells, next: from + at })
  }
}

/** The cells by what their columns hold. */
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
