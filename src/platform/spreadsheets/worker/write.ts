import { utils, write } from 'xlsx'
import { parserFor } from '../../parsing/worker/serve'
import { harmless, inWorkbook } from '../cells'
import { writeSpreadsheetJob } from '../jobs'
import { writeCsv } from './csv'

/** Writes every cell as text, even if it looks like a number or formula. */
export const parseIntoSpreadsheet = parserFor(writeSpreadsheetJob, async ({ path, to, format }) => {
  const lines = (await Bun.file(path).text()).split('\n').filter(Boolean)
  const rows = lines.map((line) => JSON.parse(line) as string[]) // written by our server
  await Bun.write(to, format === 'csv' ? writeCsv(rows.map((cells) => cells.map(harmless))) : workbookOf(rows), {
    mode: 0o600,
  })
  return { rows: rows.length }
})

function workbookOf(rows: readonly (readonly string[])[]): Buffer {
  const sheet = utils.aoa_to_sheet(
    rows.map((cells) => cells.map((text) => ({ t: 's', v: harmless(inWorkbook(text)) }))),
  )
  const [head = []] = rows
  sheet['!cols'] = head.map(() => ({ wch: 30 }))
  return write(utils.book_new(sheet), { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true })
}
