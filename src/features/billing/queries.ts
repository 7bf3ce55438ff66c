import { and, asc, count, desc, eq, gt, gte, sql } from 'drizzle-orm'
import { fail } from '../../errors'
import { instant, instantOrNull } from '../../platform/formats'
import { fits, needleOf } from '../../platform/needle'
import { listingOf, type Page, pageOf } from '../../platform/pages'
import { getColumn } from '../../platform/sql'
import type { ControlDb } from '../../platform/sqlite'
import { findCompany, findCompanyOrFail } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { daysUntil } from '../../tenancy/due'
import { type Company, companies } from '../../tenancy/tables'
import {
  type Invoice,
  type InvoiceGroup,
  type InvoiceMonth,
  type InvoiceState,
  type InvoiceTotals,
  isReversal,
  type OddPayment,
  type OperatorInvoice,
  type Receipt,
} from './contract'
import { billingErrors } from './errors'
import { charges, invoices, oddPayments, type StoredInvoice, type OddPayment as StoredOddPayment } from './tables'
import { timeAfter, timeWithout } from './terms'

export const findInvoice = (control: ControlDb, id: number): StoredInvoice | undefined =>
  control.select().from(invoices).where(eq(invoices.id, id)).get()

export const findInvoiceOrFail = (control: ControlDb, id: number): StoredInvoice =>
  findInvoice(control, id) ?? fail(billingErrors.ERR_NO_INVOICE_FOUND)

/** Another company's invoice does not exist. */
export function findOwnInvoice(control: ControlDb, companyId: number, id: number): StoredInvoice {
  const found = findInvoiceOrFail(control, id)
  return found.companyId === companyId ? found : fail(billingErrors.ERR_NO_INVOICE_FOUND)
}

/** The next open invoice to pay. */
export const findOpenInvoice = (control: ControlDb, companyId: number): StoredInvoice | undefined =>
  control
    .select()
    .from(invoices)
    .where(and(eq(invoices.companyId, companyId), eq(invoices.status, 'open')))
    .orderBy(asc(invoices.dueAt), asc(invoices.id))
    .limit(1)
    .get()

export const listOpenInvoices = (control: ControlDb, companyId: number): StoredInvoice[] =>
  control
    .select()
    .from(invoices)
    .where(and(eq(invoices.companyId, companyId), eq(invoices.status, 'open')))
    .all()

/** Open invoices of companies whose plan has lost its price, except for another plan that was chosen. */
export const listNeedless = (control: ControlDb): number[] =>
  getColumn<number>(
    control,
    `SELECT i.id FROM invoices i JOIN companies c ON c.id = i.company_id JOIN plans p ON p.id = c.plan_id
     WHERE i.status = 'open' AND i.plan_id IS NULL AND p.amount = 0 AND c.next_plan_id IS NULL`,
  )

/** Open invoices of which nothing is left to pay. */
export const listCovered = (control: ControlDb): StoredInvoice[] =>
  control
    .select()
    .from(invoices)
    .where(and(eq(invoices.status, 'open'), gt(invoices.credit, 0), gte(invoices.credit, invoices.amount)))
    .all()

export const findInvoiceOfPeriod = (control: ControlDb, companyId: number, period: string): StoredInvoice | undefined =>
  control
    .select()
    .from(invoices)
    .where(and(eq(invoices.companyId, companyId), eq(invoices.period, period)))
    .get()

/** `daysLeft` is the calendar days until the due date. */
const stateOf = ({ status, reversal }: StoredInvoice, daysLeft: number): InvoiceState =>
  status === 'paid' ? (reversal ?? 'paid') : status === 'open' && daysLeft < 0 ? 'overdue' : status

export function showInvoice(control: ControlDb, row: StoredInvoice, company: Company, now: number): Invoice {
  const daysLeft = daysUntil(row.dueAt, now, company.timeZone)
  return {
    id: row.id,
    companyId: row.companyId,
    period: row.period,
    detail: row.detail,
    users: row.users,
    connections: row.connections,
    queues: row.queues,
    value: row.amount / 100,
    recurrence: row.recurrence,
    dueDate: instant(row.dueAt),
    status: stateOf(row, daysLeft),
    daysLeft,
    paidAt: instantOrNull(row.paidAt),
    paidBy: row.paidBy,
    renewsUntil: instant(row.renewedUntil ?? timeAfter(control, row, company, now).dueAt),
    credit: row.credit / 100,
    reversed: row.reversed / 100,
    payments: listOddPayments(control, row.id).map(showOddPayment),
  }
}

export const listOddPayments = (control: ControlDb, invoiceId: number): StoredOddPayment[] =>
  control.select().from(oddPayments).where(eq(oddPayments.invoiceId, invoiceId)).orderBy(asc(oddPayments.id)).all()

export const showOddPayment = ({
  id,
  invoiceId,
  kind,
  cents,
  at,
  settled,
  settledAt,
}: StoredOddPayment): OddPayment => ({
  id,
  invoiceId,
  kind,
  value: cents / 100,
  at: instant(at),
  settled,
  settledAt: instantOrNull(settledAt),
})

/** A company's invoices, the latest first. */
export function listInvoices(
  control: ControlDb,
  company: Company,
  now: number,
  { search, page }: { readonly search: string; readonly page: number },
): Page<Invoice> {
  const needle = needleOf(search)
  const found =
    needle.length === 0
      ? pageOf(ofCompany(control, company.id), page)
      : pageOf(listingOf(containing(control, company.id, needle)), page)
  return { ...found, rows: found.rows.map((row) => showInvoice(control, row, company, now)) }
}

const latestFirst = [desc(invoices.dueAt), desc(invoices.id)]

function ofCompany(control: ControlDb, companyId: number) {
  const where = eq(invoices.companyId, companyId)
  return {
    rows: (from: number, most: number): StoredInvoice[] =>
      control
        .select()
        .from(invoices)
        .where(where)
        .orderBy(...latestFirst)
        .limit(most)
        .offset(from)
        .all(),
    count: () => control.select({ n: count() }).from(invoices).where(where).get()?.n ?? 0,
  }
}

/** By plan and period. SQLite cannot fold, and a company has one a month. */
const containing = (control: ControlDb, companyId: number, needle: readonly string[]): StoredInvoice[] =>
  control
    .select()
    .from(invoices)
    .where(eq(invoices.companyId, companyId))
    .orderBy(...latestFirst)
    .limit(MOST_LISTED)
    .all()
    .filter(({ detail, period }) => fits(needle, detail, period))

export type OperatorFilter = {
  readonly search: string
  readonly state: InvoiceGroup | null
  readonly companyId: number | null
  readonly page: number
}

type Row = { readonly invoice: StoredInvoice; readonly name: string; readonly timeZone: string }

/** Invoices of all companies: overdue first, then by due date, paid and cancelled last. */
export function listAllInvoices(
  control: ControlDb,
  now: number,
  { search, state, companyId, page }: OperatorFilter,
  size?: number,
) {
  const rows = matching(control, search, companyId)
  const found = rows.map((row) => ({ ...row, state: groupOf(stateNow(row, now)) }))
  const counts = { open: 0, overdue: 0, paid: 0, cancelled: 0, reversed: 0 }
  for (const one of found) counts[one.state]++
  const wanted = found
    .filter((one) => state === null || one.state === state)
    .toSorted(
      (a, b) =>
        orderOf(a.state) - orderOf(b.state) ||
        (orderOf(a.state) === 0 ? a.invoice.dueAt - b.invoice.dueAt : b.invoice.dueAt - a.invoice.dueAt) ||
        b.invoice.id - a.invoice.id,
    )
  const listed = pageOf(listingOf(wanted), page, size)
  return { ...listed, rows: listed.rows.map(({ invoice }) => showForOperator(control, invoice, now)), counts }
}

/** Only the state of an open invoice depends on the day. */
const stateNow = ({ invoice, timeZone }: Row, now: number): InvoiceState =>
  stateOf(invoice, invoice.status === 'open' ? daysUntil(invoice.dueAt, now, timeZone) : 0)
const groupOf = (state: InvoiceState): InvoiceGroup =>
  state === 'open' || state === 'overdue' || state === 'paid' || state === 'cancelled' ? state : 'reversed'
const orderOf = (state: InvoiceGroup) => (state === 'open' || state === 'overdue' ? 0 : 1)
/** Covers the latest invoices: a company has one a month. */
const MOST_LISTED = 20_000

function matching(control: ControlDb, search: string, companyId: number | null): Row[] {
  const where = companyId === null ? undefined : eq(invoices.companyId, companyId)
  const rows = control
    .select({ invoice: invoices, name: companies.name, timeZone: companies.timeZone })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .where(where)
    .orderBy(desc(invoices.id))
    .limit(MOST_LISTED)
    .all()
  const needle = needleOf(search)
  return rows.filter(({ invoice, name }) => fits(needle, name, invoice.detail, invoice.period))
}

export function showForOperator(control: ControlDb, row: StoredInvoice, now: number): OperatorInvoice {
  const company = findCompanyOrFail(control, row.companyId)
  const { id, name, email, dueAt } = company
  return {
    ...showInvoice(control, row, company, now),
    company: { id, name, email },
    mails: mailsOf(control, row.id),
    companyDueDate: instant(dueAt),
    shortenedTo: instantOrNull(timeWithout(control, row, company, { cents: goneOf(control, row), now })?.dueAt ?? null),
  }
}

/** Cents that went back, about which the operator has not decided. */
const goneOf = (control: ControlDb, { id }: StoredInvoice): number =>
  listOddPayments(control, id).find(({ kind, settled }) => isReversal(kind) && settled === null)?.cents ?? 0

/** Fails if the invoice was not paid. */
export function readReceipt(control: ControlDb, row: StoredInvoice, now: number): Receipt {
  if (row.status !== 'paid') return fail(billingErrors.ERR_NO_INVOICE_FOUND)
  const company = findCompanyOrFail(control, row.companyId)
  const operator = findCompanyOrFail(control, OPERATOR_COMPANY)
  const charge = control
    .select()
    .from(charges)
    .where(and(eq(charges.invoiceId, row.id), eq(charges.status, 'paid'), eq(charges.provider, row.paidBy ?? '')))
    .orderBy(desc(charges.id))
    .get()
  return {
    invoice: showInvoice(control, row, company, now),
    payer: partyOf(company),
    operator: partyOf(operator),
    reference: charge?.reference ?? null,
    endToEndId: charge?.endToEndId ?? null,
  }
}

const partyOf = ({ billingName, name, document }: Company) => ({ name: billingName || name, document })

const mailsOf = (control: ControlDb, id: number): number[] =>
  getColumn<string>(control, 'SELECT kind FROM invoice_mails WHERE invoice_id = ?', id)
    .map(Number)
    .toSorted((a, b) => a - b)

const MONTHS = 12

/** Sums by the month of the due date, in the operator's time zone; each company's own zone decides what is overdue. */
export function readTotals(control: ControlDb, now: number): InvoiceTotals {
  const timeZone = findCompany(control, OPERATOR_COMPANY)?.timeZone ?? 'UTC'
  const monthOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toPlainYearMonth()
  const current = monthOf(now)
  const months = new Map<string, InvoiceMonth>(
    Array.from({ length: MONTHS }, (_, n) => {
      const month = current.subtract({ months: MONTHS - 1 - n }).toString()
      return [month, { month, paid: 0, due: 0, overdue: 0 }]
    }),
  )
  const sums = { paid: { cents: 0, count: 0 }, due: { cents: 0, count: 0 }, overdue: { cents: 0, count: 0 } }
  let oldestDays = 0
  const first = current
    .subtract({ months: MONTHS - 1 })
    .toPlainDate({ day: 1 })
    .toZonedDateTime(timeZone).epochMilliseconds
  const rows = control
    .select({ invoice: invoices, timeZone: companies.timeZone })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .where(sql`${invoices.status} <> 'cancelled' AND (${invoices.status} = 'open' OR ${invoices.dueAt} >= ${first})`)
    .all()
  for (const { invoice, timeZone } of rows) {
    const { status, dueAt, paidAt } = invoice
    const amount = invoice.amount - invoice.reversed
    const left = daysUntil(dueAt, now, timeZone)
    const kind = status === 'paid' ? 'paid' : left < 0 ? 'overdue' : 'due'
    const month = monthOf(dueAt).toString()
    const known = months.get(month)
    if (known) months.set(month, { ...known, [kind]: known[kind] + amount })
    if (kind === 'overdue') oldestDays = Math.max(oldestDays, -left)
    if (kind === 'paid' && monthOf(paidAt ?? dueAt).toString() !== current.toString()) continue
    sums[kind].cents += amount
    sums[kind].count++
  }
  return { months: [...months.values()], ...sums, oldestDays }
}
