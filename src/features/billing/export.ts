/** The operator's invoices as a spreadsheet. */
import type { ControlDb } from '../../platform/sqlite'
import type { Language } from '../../texts/languages'
import type { OperatorInvoice } from './contract'
import { exportTexts } from './export-texts'
import { listAllInvoices, type OperatorFilter } from './queries'

export function* exportInvoices(
  control: ControlDb,
  now: number,
  filter: Omit<OperatorFilter, 'page'>,
  language: Language,
  timeZone: string,
): Generator<readonly (readonly string[])[]> {
  yield [exportTexts[language].heads]
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone })
  const money = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const at = (written: string | null) => (written === null ? '' : day.format(Date.parse(written)))
  for (let page = 1; ; page++) {
    const { rows, hasMore } = listAllInvoices(control, now, { ...filter, page })
    yield rows.map((one: OperatorInvoice) => [
      ...[one.company.name, one.period, one.detail, money.format(one.value), at(one.dueDate)],
      ...[exportTexts[language].states[one.status], at(one.paidAt), one.paidBy ?? ''],
    ])
    if (!hasMore) return
  }
}
