/** Invoices of another product: one for each period. Mails about them that are due by now count as sent. */
import type { Mover, Settling } from '../../moving-in/mover'
import type { SourceRows } from '../../moving-in/source'
import { execute } from '../../platform/sql'
import type { WritableControl } from '../../platform/sqlite'
import { oneLine } from '../../platform/text'
import { findCompanyOrFail } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { daysUntil, endOfDay } from '../../tenancy/due'
import type { Company } from '../../tenancy/tables'
import { createInvoice, payInvoice } from './invoices'
import { INVOICE_AHEAD, mailDays } from './periods'
import { findInvoice, findInvoiceOfPeriod, listOpenInvoices } from './queries'
import { invoices } from './tables'

type Row = SourceRows['invoices']
const KIND = 'invoices'
const DETAIL_LENGTH = 100
/** Reais in cents, as many as a plan may cost for a year. */
const MAX_CENTS = 1_000_000 * 100 * 12

export const invoiceMover: Mover = {
  name: 'invoices',
  settle(settling) {
    const { control, cx, source, company: theirs } = settling
    const company = findCompanyOrFail(control, cx.tenant.id)
    // Of two for one day, the paid one.
    const rows = [...source.rows(KIND, theirs.id)].sort((a, b) => Number(b.isPaid) - Number(a.isPaid))
    for (const row of rows) settleOne(settling, company, row)
    const isSoon = daysUntil(company.dueAt, cx.now(), company.timeZone) <= INVOICE_AHEAD
    if (isSoon && company.active && company.id !== OPERATOR_COMPANY) createInvoice(control, cx.now(), company)
    for (const { id, dueAt } of listOpenInvoices(control, company.id))
      holdMails(control, id, { daysLeft: daysUntil(dueAt, cx.now(), company.timeZone), now: cx.now() })
  },
}

function settleOne(settling: Settling, company: Company, row: Row) {
  const { control, cx, ids, report } = settling
  const { detail, amount, isPaid, dueDate: period } = row
  if (ids.has(KIND, row.id)) return settleAgain(settling, row)
  const dueAt = period === null ? undefined : endOfDay(period, company.timeZone)
  if (period === null || dueAt === undefined) return report.skipped(KIND, 'unreadable', period ?? detail ?? undefined)
  if (!(amount >= 0 && amount <= MAX_CENTS)) return report.skipped(KIND, 'unreadable', `${period}: ${amount}`)
  // The operator pays nobody.
  if (!isPaid && company.id === OPERATOR_COMPANY) return report.skipped(KIND, 'noCounterpart', period)
  if (findInvoiceOfPeriod(control, company.id, period)) return report.merged(KIND, 'repeated')
  const { id } = control
    .insert(invoices)
    .values({
      companyId: company.id,
      period,
      detail: oneLine(detail ?? '', DETAIL_LENGTH) || (company.plan?.name ?? ''),
      amount: Math.round(amount),
      recurrence: company.recurrence,
      dueAt,
      status: isPaid ? 'paid' : 'open',
      paidAt: isPaid ? Math.min(row.updatedAt ?? dueAt, cx.now()) : null,
      paidBy: isPaid ? 'hand' : null,
      createdAt: Math.min(row.createdAt ?? dueAt, cx.now()),
    })
    .returning({ id: invoices.id })
    .get()
  ids.add(KIND, row.id, id)
  report.imported(KIND)
}

/** Paid there after an earlier run, and still open here. */
function settleAgain({ control, cx, ids, report }: Settling, { id, isPaid, updatedAt }: Row) {
  const ours = findInvoice(control, ids.find(KIND, id) ?? 0)
  if (isPaid && ours?.status === 'open')
    payInvoice(control, cx.now(), ours.id, { by: 'hand', paidAt: Math.min(updatedAt ?? cx.now(), cx.now()) })
  report.merged(KIND, 'alreadyHere')
}

/** Reminders whose day has come were the other product's business. */
function holdMails(control: WritableControl, id: number, { daysLeft, now }: { daysLeft: number; now: number }) {
  for (const day of mailDays.filter((day) => day <= -daysLeft))
    execute(control, 'INSERT OR IGNORE INTO invoice_mails (invoice_id, kind, sent_at) VALUES (?, ?, ?)', [
      id,
      String(day),
      now,
    ])
}
