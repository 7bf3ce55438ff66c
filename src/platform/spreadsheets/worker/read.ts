/** Reads the first sheet of an .xlsx, .xls or .csv file as texts. The content determines the format. */
import { type CellObject, read, SSF, utils } from 'xlsx'
import { parserFor } from '../../parsing/worker/serve'
import { cut } from '../../text'
import { original } from '../cells'
import { readSpreadsheetJob } from '../jobs'
import { csvRows, textOf } from './csv'

/** Maximum characters of all cells together. */
const MOST_TEXT = 20_000_000
/** Empty rows scanned in addition to the rows read. */
const MOST_EMPTY = 10_000
const [ZIP, COMPOUND] = [Buffer.from('504b0304', 'hex'), Buffer.from('d0cf11e0a1b11ae1', 'hex')]

type Row = { readonly line: number; readonly cells: readonly string[] }
type Found = { readonly rows: Iterable<Row>; readonly hasMore?: boolean }

export const parseSpreadsheet = parserFor(readSpreadsheetJob, async ({ path, name, to, rows, columns, cell }) => {
  const bytes = Buffer.from(await Bun.file(path).arrayBuffer())
  const found = isWorkbook(bytes) ? sheetOf(bytes, rows + MOST_EMPTY, columns) : { rows: csvRows(csvOf(bytes, name)) }
  const lines: string[] = []
  let [length, isCut] = [0, found.hasMore === true]
  for (const { line, cells } of found.rows) {
    const texts = cells.slice(0, columns).map((text) => cut(original(text.trim()), cell))
    if (!texts.some(Boolean)) continue
    if (lines.length === rows) {
      isCut = true
      break
    }
    lines.push(`${JSON.stringify([line, texts])}\n`)
    length += texts.reduce((sum, text) => sum + text.length, 0)
    if (length > MOST_TEXT) throw new Error('too much text')
  }
  await Bun.write(to, lines.join(''), { mode: 0o600 })
  return { rows: lines.length, isCut }
})

/** False for HTML or XML named .xlsx, and for other archives. */
const isWorkbook = (bytes: Buffer): boolean =>
  bytes.subarray(0, COMPOUND.length).equals(COMPOUND) ||
  (bytes.subarray(0, ZIP.length).equals(ZIP) && bytes.includes('xl/workbook.'))

function sheetOf(bytes: Buffer, most: number, columns: number): Found {
  const book = read(bytes, {
    dense: true,
    sheets: 0,
    sheetRows: most,
    cellNF: true,
    cellHTML: false,
    cellFormula: false,
  })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) throw new Error('no sheet')
  const whole: unknown = sheet['!fullref']
  const hasMore = typeof whole === 'string' && utils.decode_range(whole).e.r >= most
  return { rows: rowsOf(sheet['!data'] ?? [], columns), hasMore }
}

/** Both arrays are sparse: a sheet's only cell may be in its last line. */
function* rowsOf(lines: readonly (readonly CellObject[] | undefined)[], columns: number): Generator<Row> {
  for (const [at, cells] of Object.entries(lines))
    if (cells) yield { line: Number(at) + 1, cells: Array.from(cells.slice(0, columns), textIn) }
}

/** Numbers keep all digits, because phone numbers are stored as numbers; dates are formatted as shown. */
function textIn(cell: CellObject | undefined): string {
  if (cell?.v === undefined || cell.t === 'e') return ''
  if (cell.t !== 'n' || typeof cell.v !== 'number') return cell.v instanceof Date ? (cell.w ?? '') : String(cell.v)
  if (cell.z !== undefined && SSF.is_date(String(cell.z))) return cell.w ?? String(cell.v)
  return Number.isInteger(cell.v) ? BigInt(cell.v).toString() : String(cell.v)
}

function csvOf(bytes: Buffer, name: string): string {
  const text = textOf(bytes)
  if (!/\.(csv|tsv|txt)$/i.test(name) || text.includes('\0') || /^\s*</.test(text)) throw new Error('no spreadsheet')
  return text
}
