/** The operator's invoices as a spreadsheet. */
import type { ControlDb } from '../../platform/sqlite'
import type { Language } from '../../texts/languages'
import type { InvoiceState, OperatorInvoice } from './contract'
import { listAllInvoices, type OperatorFilter } from './queries'

const heads: Readonly<Record<Language, readonly string[]>> = {
  'pt-BR': ['Empresa', 'Fatura', 'Plano', 'Valor', 'Vencimento', 'Situação', 'Pago em', 'Recebido por'],
  en: ['Company', 'Invoice', 'Plan', 'Amount', 'Due date', 'State', 'Paid on', 'Received by'],
  es: ['Empresa', 'Factura', 'Plan', 'Valor', 'Vencimiento', 'Estado', 'Pagada el', 'Recibido por'],
  tr: ['Şirket', 'Fatura', 'Plan', 'Tutar', 'Son ödeme', 'Durum', 'Ödendi', 'Ödeme yolu'],
}

const states: Readonly<Record<Language, Readonly<Record<InvoiceState, string>>>> = {
  'pt-BR': {
    open: 'Em aberto',
    overdue: 'Vencida',
    paid: 'Paga',
    cancelled: 'Cancelada',
    refunded: 'Devolvida',
    partlyRefunded: 'Devolvida em parte',
    disputed: 'Contestada',
  },
  en: {
    open: 'Open',
    overdue: 'Overdue',
    paid: 'Paid',
    cancelled: 'Cancelled',
    refunded: 'Refunded',
    partlyRefunded: 'Partly refunded',
    disputed: 'Disputed',
  },
  es: {
    open: 'Pendiente',
    overdue: 'Vencida',
    paid: 'Pagada',
    cancelled: 'Cancelada',
    refunded: 'Devuelta',
    partlyRefunded: 'Devuelta en parte',
    disputed: 'Disputada',
  },
  tr: {
    open: 'Açık',
    overdue: 'Gecikmiş',
    paid: 'Ödendi',
    cancelled: 'İptal edildi',
    refunded: 'İade edildi',
    partlyRefunded: 'Kısmen iade edildi',
    disputed: 'İtiraz edildi',
  },
}

export function* exportInvoices(
  control: ControlDb,
  now: number,
  filter: Omit<OperatorFilter, 'page'>,
  language: Language,
  timeZone: string,
): Generator<readonly (readonly string[])[]> {
  yield [heads[language]]
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone })
  const money = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const at = (written: string | null) => (written === null ? '' : day.format(Date.parse(written)))
  for (let page = 1; ; page++) {
    const { rows, hasMore } = listAllInvoices(control, now, { ...filter, page })
    yield rows.map((one: OperatorInvoice) => [
      ...[one.company.name, one.period, one.detail, money.format(one.value), at(one.dueDate)],
      ...[states[language][one.status], at(one.paidAt), one.paidBy ?? ''],
    ])
    if (!hasMore) return
  }
}
