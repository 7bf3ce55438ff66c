/** Reads the sheets of workbooks with the library. */
import { type CellObject, CFB, type ParsingOptions, parse_zip, read, utils, type WorkBook } from 'xlsx'
import { type CellReader, cellReader } from './cell-text'
import type { Row, Source, Table } from './read'

/** Empty rows scanned in addition to the rows read. */
const MOST_EMPTY = 10_000
/** Rows by which a sheet is recognised as empty. */
const PEEKED = 100

type Asked = {
  readonly rows: number
  readonly columns: number
  readonly language: string
  readonly sheet: number | null
}

/** With `sheet`, the first one need not be read. */
export function workbookSource(content: Buffer | string, { rows, columns, language, sheet }: Asked): Source {
  const most = rows + MOST_EMPTY
  const textOf = cellReader(language)
  const load = loader(content)
  const open = (book: WorkBook, at: number): Table => {
    const table = tableOf(book, at, { columns, textOf })
    if (!goesOn(book, at, most)) return table
    // Formats may reach far below the last text: only then is the whole sheet read.
    return hasMore(table, rows) ? { ...table, hasMore: true } : tableOf(load({ sheets: at }), at, { columns, textOf })
  }
  const first = sheet === null || sheet === 0 ? load({ sheets: 0, sheetRows: most }) : undefined
  const peek = first?.SheetNames.length === 1 ? first : load({ sheetRows: PEEKED })
  const isVisible = (at: number) => !peek.Workbook?.Sheets?.[at]?.Hidden
  const sheets = peek.SheetNames.map((name, at) => ({ at, name })).filter(({ at }) => isVisible(at))
  return sheets.flatMap(({ at, name }) => {
    const start = [...tableOf(peek, at, { columns, textOf }).rows].slice(0, PEEKED)
    if (!start.some(hasText)) return []
    return { at, name, start, open: () => open(at === 0 && first ? first : load({ sheets: at, sheetRows: most }), at) }
  })
}

/** Unpacks a file once, however often its sheets are read. */
function loader(content: Buffer | string): (more: ParsingOptions) => WorkBook {
  const options: ParsingOptions = { dense: true, cellNF: true, cellHTML: false, cellFormula: false }
  if (typeof content === 'string') return (more) => read(content, { type: 'string', ...options, ...more })
  if (content[0] !== ZIPPED) return (more) => read(content, { type: 'buffer', ...options, ...more })
  const zip = CFB.read(content, { type: 'buffer' }) as Unpacked // its form is documented
  return (more) => {
    // Binary parts keep where their reader has stopped.
    for (const { content } of zip.FileIndex) if (content) content.l = 0
    return parse_zip(zip, { type: 'buffer', ...options, ...more })
  }
}
type Unpacked = { readonly FileIndex: readonly { readonly content?: { l?: number } }[] }
/** First byte of "PK". */
const ZIPPED = 0x50

const hasText = ({ cells }: Row): boolean => cells.some((text) => text.trim() !== '')

/** Whether the file says that the sheet has lines below. */
function goesOn({ SheetNames, Sheets }: WorkBook, at: number, most: number): boolean {
  const whole: unknown = Sheets[SheetNames[at] ?? '']?.['!fullref']
  return typeof whole === 'string' && utils.decode_range(whole).e.r >= most
}

function hasMore({ rows }: Table, most: number): boolean {
  let count = 0
  for (const row of rows) if (hasText(row) && ++count > most) return true
  return false
}

type Bounds = { readonly columns: number; readonly textOf: CellReader }

function tableOf({ SheetNames, Sheets }: WorkBook, at: number, { columns, textOf }: Bounds): Table {
  const lines: Lines = Sheets[SheetNames[at] ?? '']?.['!data'] ?? []
  return { rows: { [Symbol.iterator]: () => rowsOf(lines, columns, textOf) }, hasMore: false }
}

type Lines = readonly (readonly CellObject[] | undefined)[]

/** Both arrays are sparse: a sheet's only cell may be in its last line. */
function* rowsOf(lines: Lines, columns: number, textOf: CellReader): Generator<Row> {
  for (const [at, cells] of Object.entries(lines))
    if (cells) yield { line: Number(at) + 1, cells: Array.from(cells.slice(0, columns + 1), textOf), repairs: [] }
}
