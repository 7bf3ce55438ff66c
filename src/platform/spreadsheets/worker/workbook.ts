/** Reads the sheets of workbooks with the library. */
import { type CellObject, CFB, type ParsingOptions, parse_zip, read, utils, type WorkBook } from 'xlsx'
import { type CellReader, cellReader } from './cell-text'
import type { Row, Source, Table } from './read'

/** Empty rows scanned in addition to the rows read. */
const MOST_EMPTY = 10_000
/** Rows by which a sheet is recognised as empty. */
const PEEKED = 100

type SheetRequest = {
  readonly rows: number
  readonly columns: number
  readonly language: string
  readonly sheet: number | null
  readonly isListing: boolean
}

/** With `sheet`, the first one need not be read; without `isListing`, neither are the others. */
export function workbookSource(
  content: Buffer | string,
  { rows, columns, language, sheet, isListing }: SheetRequest,
): Source {
  const most = rows + MOST_EMPTY
  const textOf = cellReader(language)
  const { load, peek } = loader(content)
  const open = (book: WorkBook, at: number): Table => {
    const table = tableOf(book, at, { columns, textOf })
    if (!goesOn(book, at, most)) return table
    // Formats may reach far below the last text: only then is the whole sheet read.
    return hasMore(table, rows) ? { ...table, hasMore: true } : tableOf(load({ sheets: at }), at, { columns, textOf })
  }
  const loadSheet = (at: number): Table => open(load({ sheets: at, sheetRows: most }), at)
  if (sheet !== null && !isListing) return [{ at: sheet, name: '', start: [], open: () => loadSheet(sheet) }]
  const first = sheet === null || sheet === 0 ? load({ sheets: 0, sheetRows: most }) : undefined
  const seen = sheetsIn(first?.SheetNames.length === 1 ? first : peek(), { columns, textOf })
  return seen.map((one) => ({ ...one, open: () => (one.at === 0 && first ? open(first, 0) : loadSheet(one.at)) }))
}

/** Visible sheets with text, and their first rows. */
function sheetsIn(book: WorkBook, bounds: Bounds) {
  const isVisible = (at: number) => !book.Workbook?.Sheets?.[at]?.Hidden
  return book.SheetNames.flatMap((name, at) => {
    const start = isVisible(at) ? firstRows(tableOf(book, at, bounds).rows) : []
    return start.some(hasText) ? [{ at, name, start }] : []
  })
}

function firstRows(rows: Iterable<Row>): readonly Row[] {
  const first: Row[] = []
  for (const row of rows) if (first.push(row) === PEEKED) break
  return first
}

type Loader = {
  load(more: ParsingOptions): WorkBook
  /** The first rows of all sheets. */
  peek(): WorkBook
}

/** Unpacks a file once, however often its sheets are read. */
function loader(content: Buffer | string): Loader {
  const options: ParsingOptions = { dense: true, cellNF: true, cellHTML: false, cellFormula: false }
  if (typeof content === 'string' || content[0] !== ZIPPED) {
    const type = typeof content === 'string' ? 'string' : 'buffer'
    const load = (more: ParsingOptions) => read(content, { type, ...options, ...more })
    return { load, peek: () => load({ sheetRows: PEEKED }) }
  }
  const zip = CFB.read(content, { type: 'buffer' }) as Archive // its form is documented
  const loadFrom = (zip: Archive, more: ParsingOptions) => {
    // Binary parts keep where their reader has stopped.
    for (const { content } of zip.FileIndex) if (content) content.l = 0
    return parse_zip(zip, { type: 'buffer', ...options, ...more })
  }
  return {
    load: (more) => loadFrom(zip, more),
    peek: () => loadFrom({ ...zip, FileIndex: zip.FileIndex.map(begunOf) }, { sheetRows: PEEKED }),
  }
}
/** First byte of "PK". */
const ZIPPED = 0x50

type Part = { readonly name: string; readonly content?: Buffer & { l?: number } }
type Archive = { readonly FileIndex: readonly Part[] }

/** A large sheet's first rows: the library would go through all of it. */
function begunOf(part: Part): Part {
  const { name, content } = part
  if (!content || content.length < LARGE || !/sheet[^/]*\.xml$/i.test(name)) return part
  let end = 0
  for (let row = 0; row < PEEKED; row++) {
    end = content.indexOf(ROW_END, end) + ROW_END.length
    if (end < ROW_END.length) return part
  }
  return { ...part, content: Buffer.concat([content.subarray(0, end), Buffer.from('</sheetData></worksheet>')]) }
}
const LARGE = 200_000
const ROW_END = '</row>'

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
