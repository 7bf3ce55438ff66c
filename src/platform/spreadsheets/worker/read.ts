/** Reads one sheet of a foreign file as texts. The content determines the format; its name counts for nothing. */
import { parserFor } from '../../parsing/worker/serve'
import { cut } from '../../text'
import { original } from '../cells'
import { readSpreadsheetJob } from '../jobs'
import type { Repair } from '../repairs'
import { csvRows } from './csv'
import { decode } from './decode'
import { tablesIn } from './html'
import { isLockedDocument } from './locked'
import { workbookSource } from './workbook'

/** Maximum characters of all cells together. */
const MOST_TEXT = 20_000_000
/** Sheets in a choice, those of them shown with their first rows, and the size of these. */
const [MOST_SHEETS, MOST_SHOWN, SHOWN_ROWS, SHOWN_COLUMNS, SHOWN_CELL] = [100, 10, 12, 30, 30]
/** Lines of repaired rows in the report, per kind. */
const MOST_LINES = 5

export type Row = { readonly line: number; readonly cells: readonly string[]; readonly repairs: readonly Repair[] }
export type Table = { readonly rows: Iterable<Row>; readonly hasMore: boolean }
/** Visible sheets with text. `start`: their first rows. */
export type Source = readonly {
  readonly at: number
  readonly name: string
  readonly start: readonly Row[]
  open(): Table
}[]

export const parseSpreadsheet = parserFor(readSpreadsheetJob, async ({ path, to, cell, sheet, ...asked }) => {
  const bytes = Buffer.from(await Bun.file(path).arrayBuffer())
  const source = sourceOrLock(bytes, { ...asked, sheet })
  if (source === 'locked') return LOCKED
  const chosen = source.find(({ at }) => at === sheet) ?? source[0]
  const { rows, isCut, repaired } = await write(chosen?.open() ?? { rows: [], hasMore: false }, to, { ...asked, cell })
  const sheets = source.slice(0, MOST_SHEETS).map(({ at, name, start }, order) => ({
    at,
    name: cut(name, 100),
    first: source.length > 1 && order < MOST_SHOWN ? start.slice(0, SHOWN_ROWS).map(shownCells) : [],
  }))
  return { rows, isCut, sheets, sheet: chosen?.at ?? 0, repaired, isLocked: false }
})

const LOCKED = { rows: 0, isCut: false, sheets: [], sheet: 0, repaired: [], isLocked: true }

function sourceOrLock(bytes: Buffer, asked: ReadRequest): Source | 'locked' {
  try {
    return sourceOf(bytes, asked)
  } catch (error) {
    if (/password|encrypt/i.test(String(error)) || isLockedDocument(bytes)) return 'locked'
    throw error
  }
}

const shownCells = ({ cells }: Row): string[] =>
  cells.slice(0, SHOWN_COLUMNS).map((text) => cut(original(text.trim()), SHOWN_CELL))

type Bounds = { readonly rows: number; readonly columns: number; readonly cell: number }

async function write(table: Table, to: string, { rows, columns, cell }: Bounds) {
  const lines: string[] = []
  const repaired = new Map<Repair, { repair: Repair; count: number; lines: number[] }>()
  let [length, isCut] = [0, table.hasMore]
  for (const row of table.rows) {
    const { texts, repairs } = boundedRow(row, columns, cell)
    if (!texts.some(Boolean)) continue
    if (lines.length === rows) {
      isCut = true
      break
    }
    lines.push(`${JSON.stringify(repairs.length > 0 ? [row.line, texts, repairs] : [row.line, texts])}\n`)
    for (const repair of repairs) {
      const known = repaired.get(repair) ?? { repair, count: 0, lines: [] }
      known.count++
      if (known.lines.length < MOST_LINES) known.lines.push(row.line)
      repaired.set(repair, known)
    }
    length += texts.reduce((sum, text) => sum + text.length, 0)
    if (length > MOST_TEXT) throw new Error('too much text')
  }
  await Bun.write(to, lines.join(''), { mode: 0o600 })
  return { rows: lines.length, isCut, repaired: [...repaired.values()] }
}

function boundedRow({ cells, repairs }: Row, columns: number, cell: number) {
  let isLong = false
  const texts = cells.slice(0, columns).map((written) => {
    const text = original(written.trim())
    isLong ||= text.length > cell
    return cut(text, cell)
  })
  const isWide = cells.length > columns && cells.slice(columns).some((text) => text.trim() !== '')
  if (!isLong && !isWide) return { texts, repairs }
  const more: readonly Repair[] = [
    ...(isLong ? ['longCell' as const] : []),
    ...(isWide ? ['manyColumns' as const] : []),
  ]
  return { texts, repairs: [...repairs, ...more] }
}

type ReadRequest = Pick<Bounds, 'rows' | 'columns'> & {
  readonly language: string
  readonly sheet: number | null
  readonly isListing: boolean
}

const [ZIP, COMPOUND] = [Buffer.from('504b0304', 'hex'), Buffer.from('d0cf11e0a1b11ae1', 'hex')]
const startsWith = (bytes: Buffer, mark: Buffer) => bytes.subarray(0, mark.length).equals(mark)

function sourceOf(bytes: Buffer, asked: ReadRequest): Source {
  if (startsWith(bytes, ZIP) || startsWith(bytes, COMPOUND) || isOldWorkbook(bytes)) return workbookSource(bytes, asked)
  const decoded = decode(bytes, asked.language)
  if (!decoded) throw new Error('no text')
  const begin = decoded.text.slice(0, 2_000).trimStart()
  if (OTHER.test(begin) || isJson(begin, decoded.text) || isXml(begin, decoded.text)) throw new Error('no spreadsheet')
  if (MARKUP.test(begin)) {
    if (WORKBOOK.test(begin)) return workbookSource(decoded.text.trimStart(), asked)
    const source = htmlSource(decoded.text, asked.columns)
    if (source.length === 0) throw new Error('no table')
    return source
  }
  if (LINKED.test(begin)) return workbookSource(decoded.text.trimStart(), asked)
  return textSource(() => csvRows(decoded))
}

/** Excel's files before 1993, and dBase files, which have no mark but a date. */
const isOldWorkbook = (bytes: Buffer): boolean => {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes
  const isExcel =
    first === 9 && [0, 2, 4, 8].includes(second) && (third === 4 || third === 6 || third === 8) && fourth === 0
  const isDbase = (first === 3 || first === 0x83) && third >= 1 && third <= 12 && fourth >= 1 && fourth <= 31
  return isExcel || isDbase
}

/** Texts that are no tables, and would be read as one. */
const OTHER = /^(?:%PDF|\{\\rtf|BEGIN:V(?:CARD|CALENDAR))/i
const MARKUP = /^<(?:\?xml|!doctype|!--|html|head|meta|body|style|table|div|center|font|script|link|title|[a-z]+:)/i
/** Excel's XML of 2003, and OpenDocument in one file. */
const WORKBOOK = /<(?:[a-z]+:)?Workbook[\s>]|<office:document[\s>]/i
/** SYLK and DIF, but not a table whose first column is named ID. */
const LINKED = /^(?:ID;P[^;\r\n]*(?:;[NE][^;\r\n]*)*[\r\n]+[A-Z]{1,3};|TABLE[\r\n]+0,1[\r\n])/

/** Data of other programs, such as invoices, without a declaration. A table may have tags as headings. */
function isXml(begin: string, text: string): boolean {
  const [, name] = /^<([a-z][\w.-]*)(?:\s[^<>]*)?>/i.exec(begin) ?? []
  return name !== undefined && !MARKUP.test(begin) && text.trimEnd().endsWith(`</${name}>`)
}

function isJson(begin: string, text: string): boolean {
  if (!/^(?:\{|\[\s*[{["\d])/.test(begin)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function textSource(rows: () => Iterable<Row>): Source {
  const open = () => ({ rows: withoutFormulas(rows()), hasMore: false })
  return [{ at: 0, name: '', start: [], open }]
}

/** `="007"` keeps a spreadsheet program from reading a number. */
function* withoutFormulas(rows: Iterable<Row>): Generator<Row> {
  for (const row of rows)
    yield row.cells.some((text) => text.startsWith('="')) ? { ...row, cells: row.cells.map(quotedText) } : row
}
const quotedText = (text: string): string => /^="([\s\S]*)"\s*$/.exec(text)?.[1]?.replaceAll('""', '"') ?? text

/** The largest table comes first: others arrange the page. */
function htmlSource(text: string, columns: number): Source {
  const tables = tablesIn(text, columns + 1)
  const sizeOf = (table: (typeof tables)[number]) => table.reduce((sum, { cells }) => sum + cells.length, 0)
  return tables
    .map((table, at) => ({ at, name: String(at + 1), size: sizeOf(table), table }))
    .sort((a, b) => b.size - a.size)
    .map(({ at, name, table }) => {
      const rows = table.map((row) => ({ ...row, repairs: [] }))
      return { at, name, start: rows.slice(0, SHOWN_ROWS), open: () => ({ rows, hasMore: false }) }
    })
}
