/** What events mean for the lists of invoices. Pure. */
import {
  type Invoice,
  invoiceChanged,
  type OperatorInvoice,
  operatorInvoiceChanged,
  reversals,
} from '../../../src/features/billing/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import type { FinanceView, InvoicesView } from './view'

const latestFirst = (a: Invoice, b: Invoice) => b.dueDate.localeCompare(a.dueDate) || b.id - a.id

export const financeSpec: CrudSpec<Invoice, FinanceView> = {
  key: ['finance'],
  compare: latestFirst,
  onlyServerAdds: ({ search }) => Boolean(search),
  events: [on(invoiceChanged, ({ invoice }) => ({ put: invoice }))],
}

/** It was paid, and the money went back or is disputed. */
const isReversed = ({ status }: Invoice) => reversals.some((one) => one === status)

const isToPay = ({ status }: Invoice) => status === 'open' || status === 'overdue'

/** Open invoices come first, the earliest due date on top; then paid and cancelled ones, the latest first. */
export function byUrgency(a: Invoice, b: Invoice): number {
  const [first, second] = [isToPay(a), isToPay(b)]
  if (first !== second) return first ? -1 : 1
  return first ? a.dueDate.localeCompare(b.dueDate) || b.id - a.id : latestFirst(a, b)
}

export const invoicesSpec: CrudSpec<OperatorInvoice, InvoicesView> = {
  key: ['invoices'],
  compare: byUrgency,
  belongs: (row, { status, company }) =>
    (status === undefined || (status === 'reversed' ? isReversed(row) : row.status === status)) &&
    (company === undefined || row.companyId === company),
  onlyServerAdds: ({ search }) => Boolean(search),
  events: [on(operatorInvoiceChanged, ({ invoice }) => ({ put: invoice }))],
}
