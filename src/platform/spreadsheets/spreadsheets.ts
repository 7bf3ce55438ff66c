/** Upload and download of spreadsheets. The parsing process reads and writes them. */
import { rm } from 'node:fs/promises'
import { fail } from '../../errors'
import { leavesSpace } from '../disk-space'
import { receiveFile, sidePath } from '../files'
import { readMultipart } from '../multipart'
import type { FilePlace } from '../uploads'
import { readSpreadsheetJob, writeSpreadsheetJob } from './jobs'

/** Maximum upload, in bytes. */
const MOST_BROUGHT = 10 * 1024 * 1024
/** Maximum size of downloaded rows, in bytes before compression. */
const MOST_TAKEN = 100 * 1024 * 1024

type Bounds = {
  readonly rows: number
  readonly columns: number
  /** Characters per cell; the rest is cut off. */
  readonly cell: number
}
/** `line` is its line in the file, starting at 1. */
export type SheetRow = { readonly line: number; readonly cells: readonly string[] }
export type Sheet = {
  /** File name given by the uploader. */
  readonly name: string
  readonly count: number
  rows(): AsyncGenerator<readonly SheetRow[]>
  /** Side file with `[line, cells]` on each line; removed unless adopted. */
  readonly path: string
}

/**
 * Reads the single file of a multipart body as rows of texts, in chunks; stores nothing. Fails with
 * ERR_SPREADSHEET_UNREADABLE, or with ERR_SPREADSHEET_TOO_LONG if it has more rows than allowed.
 */
export async function receiveSpreadsheet<T>(
  request: Request,
  place: FilePlace,
  bounds: Bounds,
  use: (sheet: Sheet) => Promise<T>,
): Promise<T> {
  const { parts, release } = await readMultipart(request, place, { files: 1, bytes: MOST_BROUGHT })
  const to = sidePath(place.folder)
  try {
    const { path, name } = parts[0] ?? fail('ERR_INVALID_INPUT', [{ field: 'file', message: 'form.required' }])
    const answer = await place.parse(readSpreadsheetJob, { path, name, to, ...bounds }, request.signal)
    if (!answer) return fail('ERR_SPREADSHEET_UNREADABLE')
    if (answer.isCut) fail('ERR_SPREADSHEET_TOO_LONG', { rows: bounds.rows })
    return await use({ name, count: answer.rows, rows: () => rowsIn(to), path: to })
  } finally {
    await release([to])
  }
}

/** Yields the rows of one chunk of the file at a time. */
async function* rowsIn(path: string): AsyncGenerator<readonly SheetRow[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of Bun.file(path).stream()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield lines.map(rowOf)
  }
}

function rowOf(written: string): SheetRow {
  const [line, cells] = JSON.parse(written) as [number, string[]] // written by our parsing process
  return { line, cells }
}

export const spreadsheetFormats = ['xlsx', 'csv'] as const
export type SpreadsheetFormat = (typeof spreadsheetFormats)[number]
const types: Readonly<Record<SpreadsheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
}

type Rows = readonly (readonly (string | number)[])[]

/** Responds with a spreadsheet named `name`. Cells that look like formulas are escaped. */
export async function answerSpreadsheet(
  { signal }: Pick<Request, 'signal'>,
  { folder, parse }: FilePlace,
  pieces: Iterable<Rows> | AsyncIterable<Rows>,
  { format, name }: { readonly format: SpreadsheetFormat; readonly name: string },
): Promise<Response> {
  if (!leavesSpace(folder, MOST_TAKEN)) fail('ERR_STORAGE_FULL')
  const { path } = await receiveFile(folder, asLines(pieces), MOST_TAKEN)
  const to = sidePath(folder)
  try {
    if (!(await parse(writeSpreadsheetJob, { path, to, format }, signal))) return fail('ERR_INTERNAL')
    return new Response(await Bun.file(to).arrayBuffer(), {
      headers: {
        'content-type': types[format],
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.${format}`)}`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    })
  } finally {
    await Promise.all([path, to].map((one) => rm(one, { force: true })))
  }
}

async function* asLines(pieces: Parameters<typeof answerSpreadsheet>[2]): AsyncGenerator<Uint8Array> {
  for await (const rows of pieces) yield Buffer.from(rows.map((cells) => `${JSON.stringify(cells)}\n`).join(''))
}
