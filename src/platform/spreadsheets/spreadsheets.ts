/** Upload and download of spreadsheets. The parsing process reads and writes them. */
import { rm } from 'node:fs/promises'
import { fail } from '../../errors'
import { leavesSpace } from '../disk-space'
import { receiveFile, sidePath } from '../files'
import { readMultipart } from '../multipart'
import type { UploadTarget } from '../uploads'
import { areVcards } from '../vcard'
import { readCardsJob, readSpreadsheetJob, writeSpreadsheetJob } from './jobs'
import type { Repair } from './repairs'

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
/** `line` is its line in the file, starting at 1. `repairs`: what was damaged in it. */
export type SheetRow = {
  readonly line: number
  readonly cells: readonly string[]
  readonly repairs: readonly Repair[]
}
/** How the file was read. */
export type Reading = {
  /** Visible sheets with text, if there is more than one; `at` identifies a sheet. */
  readonly sheets: readonly { readonly at: number; readonly name: string }[]
  /** The sheet whose rows these are. */
  readonly sheet: number
  readonly repaired: readonly {
    readonly repair: Repair
    /** Number of rows. */
    readonly count: number
    /** Lines of the first ones. */
    readonly lines: readonly number[]
  }[]
}
export type Sheet = {
  /** File name given by the uploader. */
  readonly name: string
  readonly count: number
  rows(): AsyncGenerator<readonly SheetRow[]>
  /** Side file with `[line, cells]` or `[line, cells, repairs]` on each line; removed unless adopted. */
  readonly path: string
  readonly reading: Reading
}

type ReadRequest = Bounds & {
  /** The company's: dates and numbers are written in its manner. */
  readonly language: string
  /** The sheet that the user chose. */
  readonly sheet?: number | undefined
  /** Whether a sheet with these first rows is probably the wanted one. */
  suits?(rows: readonly (readonly string[])[]): boolean
}

/**
 * Reads the single file of a multipart body as rows of texts, in chunks; stores nothing. The content determines the
 * format. Of several sheets, it reads the chosen one, else the first that suits, else the first. Fails with
 * ERR_SPREADSHEET_UNREADABLE, ERR_SPREADSHEET_LOCKED, or ERR_SPREADSHEET_TOO_LONG if the sheet has more rows than allowed.
 */
export async function receiveSpreadsheet<T>(
  request: Request,
  place: UploadTarget,
  { sheet, suits, ...wanted }: ReadRequest,
  use: (sheet: Sheet) => Promise<T>,
): Promise<T> {
  const { parts, release } = await readMultipart(request, place, { files: 1, bytes: MOST_BROUGHT })
  const to = sidePath(place.folder)
  try {
    const { path, name } = parts[0] ?? fail('ERR_INVALID_INPUT', [{ field: 'file', message: 'form.required' }])
    const job = (await isOfCards(path)) ? readCardsJob : readSpreadsheetJob
    const read = async (sheet: number | null, isListing: boolean) =>
      (await place.parse(job, { path, to, ...wanted, sheet, isListing }, request.signal)) ??
      fail('ERR_SPREADSHEET_UNREADABLE')
    let answer = await read(sheet ?? null, true)
    if (answer.isLocked) fail('ERR_SPREADSHEET_LOCKED')
    const { sheets } = answer
    if (sheet !== undefined && sheets.length > 0 && answer.sheet !== sheet)
      fail('ERR_INVALID_INPUT', [{ field: 'sheet', message: 'form.invalid' }])
    const better = sheet === undefined ? sheets.find(({ first }) => suits?.(first))?.at : undefined
    if (better !== undefined && sheets.length > 1 && better !== answer.sheet) answer = await read(better, false)
    if (answer.isCut) fail('ERR_SPREADSHEET_TOO_LONG', { rows: wanted.rows })
    const reading: Reading = {
      sheets: sheets.length > 1 ? sheets.map(({ at, name }) => ({ at, name })) : [],
      sheet: answer.sheet,
      repaired: answer.repaired,
    }
    return await use({ name, count: answer.rows, rows: () => rowsIn(to), path: to, reading })
  } finally {
    await release([to])
  }
}

/** By its first bytes. In UTF-16, every second one is 0. */
const isOfCards = async (path: string): Promise<boolean> =>
  areVcards((await Bun.file(path).slice(0, 200).text()).replace(/[\0\uFEFF\uFFFD]/g, ''))

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

export function rowOf(written: string): SheetRow {
  const [line, cells, repairs = []] = JSON.parse(written) as [number, string[], Repair[]?] // written by our parsing process
  return { line, cells, repairs }
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
  { folder, parse }: UploadTarget,
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
