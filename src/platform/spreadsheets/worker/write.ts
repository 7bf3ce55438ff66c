import { utils, write } from 'xlsx'
import { parserFor } from '../../parsing/worker/serve'
import { type Cell, harmless, inWorkbook } from '../cells'
import { writeSpreadsheetJob } from '../jobs'
import { writeCsv } from './csv'

/** Writes texts as such, even if they look like numbers or formulas. */
export const parseIntoSpreadsheet = parserFor(writeSpreadsheetJob, async ({ path, to, format }) => {
  const lines = (await Bun.file(path).text()).split('\n').filter(Boolean)
  const rows = lines.map((line) => JSON.parse(line) as CellValue[]) // written by our server
  await Bun.write(to, format === 'csv' ? writeCsv(rows.map((cells) => cells.map(inCsv))) : workbookOf(rows), {
    mode: 0o600,
  })
  return { rows: rows.length }
})

/** Instants are only streamed. */
type CellValue = Extract<Cell, string | number>
const inCsv = (cell: CellValue): string => (typeof cell === 'string' ? harmless(cell) : String(cell))
const asCell = (cell: CellValue) =>
  typeof cell === 'string' ? { t: 's', v: harmless(inWorkbook(cell)) } : { t: 'n', v: cell }

function workbookOf(rows: readonly (readonly CellValue[])[]): Buffer {
  const sheet = utils.aoa_to_sheet(rows.map((cells) => cells.map(asCell)))
  const [head = []] = rows
  sheet['!cols'] = head.map(() => ({ wch: 30 }))
  return write(utils.book_new(sheet), { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true })
}
