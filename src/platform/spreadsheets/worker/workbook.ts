/** Reads the sheets of workbooks with the library. */
import { type CellObject, type ParsingOptions, read, utils, type WorkBook } from 'xlsx'
import { type CellReader, cellReader } from './cell-text'
import type { Row, Source, Table } from './read'

/** Empty rows scanned in addition to the rows read. */
const MOST_EMPTY = 10_000
/** Rows by which a sheet is recognised as empty. */
const PEEKED = 100

type Asked = { readonly rows: number; readonly columns: number; readonly language: string }

export function workbookSource(content: Buffer | string, { rows, columns, language }: Asked): Source {
  const most = rows + MOST_EMPTY
  const textOf = cellReader(language)
  const load = (more: ParsingOptions): WorkBook =>
    read(content, {
      type: typeof content === 'string' ? 'string' : 'buffer',
      dense: true,
      cellNF: true,
      cellHTML: false,
      cellFormula: false,
      ...more,
    })
  const open = (book: WorkBook, at: number): Table => tableOf(book, at, { most, columns, textOf })
  const loadSheet = (at: number): Table => open(load({ sheets: at, sheetRows: most }), at)
  const first = load({ sheets: 0, sheetRows: most })
  const names = first.SheetNames
  const isVisible = (at: number) => !first.Workbook?.Sheets?.[at]?.Hidden
  const peek = names.length > 1 ? load({ sheetRows: PEEKED }) : first
  const sheets = names
    .map((name, at) => ({ at, name }))
    .filter(({ at }) => isVisible(at))
    .map((sheet) => ({ ...sheet, open: () => (sheet.at === 0 ? open(first, 0) : loadSheet(sheet.at)) }))
  return sheets.flatMap((sheet) => {
    const start = [...open(peek, sheet.at).rows].slice(0, PEEKED)
    return start.some(({ cells }) => cells.some((text) => text.trim() !== '')) ? [{ ...sheet, start }] : []
  })
}

type Bounds = { readonly most: number; readonly columns: number; readonly textOf: CellReader }

function tableOf({ SheetNames, Sheets }: WorkBook, at: number, { most, columns, textOf }: Bounds): Table {
  const sheet = Sheets[SheetNames[at] ?? '']
  if (!sheet) return { rows: [], hasMore: false }
  const whole: unknown = sheet['!fullref']
  const hasMore = typeof whole === 'string' && utils.decode_range(whole).e.r >= most
  return { rows: rowsOf(sheet['!data'] ?? [], columns, textOf), hasMore }
}

/** Both arrays are sparse: a sheet's only cell may be in its last line. */
function* rowsOf(
  lines: readonly (readonly CellObject[] | undefined)[],
  columns: number,
  textOf: CellReader,
): Generator<Row> {
  for (const [at, cells] of Object.entries(lines))
    if (cells) yield { line: Number(at) + 1, cells: Array.from(cells.slice(0, columns + 1), textOf), repairs: [] }
}
