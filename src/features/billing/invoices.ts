/** Creates, changes and pays invoices: short transactions in control.db that send nothing and know no provider. */
import { and, eq, ne, sql } from 'drizzle-orm'
import type { AuditEntry } from '../../audit/contract'
import { fail } from '../../errors'
import { instant } from '../../platform/formats'
import { inControl } from '../../platform/operators-ground'
import type { ControlDb } from '../../platform/sqlite'
import { findCompanyOrFail, renewCompany } from '../../tenancy/companies'
import { planFlags, type Recurrence } from '../../tenancy/contract'
import { periodOf, renew } from '../../tenancy/due'
import { type Company, type Plan, plans } from '../../tenancy/tables'
import { type CustomPlan, customPrice, invoiceAmount } from './contract'
import { billingErrors } from './errors'
import { findInvoiceOfPeriod, findInvoiceOrFail, findOpenInvoice } from './queries'
import { charges, invoices, type StoredInvoice } from './tables'

type Priced = Pick<StoredInvoice, 'detail' | 'users' | 'connections' | 'queues' | 'amount' | 'recurrence'>

const pricedBy = ({ name, users, connections, queues, amount }: Plan, recurrence: Recurrence): Priced => ({
  detail: name,
  users,
  connections,
  queues,
  amount: invoiceAmount(amount, recurrence),
  recurrence,
})

/**
 * Creates the invoice of the company's current period. Undefined if its plan has no price or the period has an invoice:
 * it may be called any number of times.
 */
export function createInvoice(control: ControlDb, now: number, company: Company): StoredInvoice | undefined {
  const { plan, id: companyId, dueAt, timeZone } = company
  if (!plan || plan.amount === 0) return undefined
  return control
    .insert(invoices)
    .values({
      ...pricedBy(plan, company.recurrence),
      companyId,
      period: periodOf(dueAt, timeZone),
      dueAt,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning()
    .get()
}

/**
 * The invoice that a company pays at the checkout: an open one, or one for its current period. The operator may have
 * cancelled that one, or set the due date back to a paid period; then the period starts today.
 */
export function invoiceToPay(control: ControlDb, now: number, company: Company, plan: Plan): StoredInvoice {
  const open = findOpenInvoice(control, company.id)
  if (open) return open
  const [due, today] = [periodOf(company.dueAt, company.timeZone), periodOf(now, company.timeZone)]
  const former = findInvoiceOfPeriod(control, company.id, due)
  if (former?.status === 'cancelled') return reopen(control, former.id)
  const period = former ? today : due
  const ofToday = former && findInvoiceOfPeriod(control, company.id, today)
  if (ofToday)
    return ofToday.status === 'cancelled' ? reopen(control, ofToday.id) : fail(billingErrors.ERR_INVOICE_PAID)
  const dueAt = former ? now : company.dueAt
  return control
    .insert(invoices)
    .values({ ...pricedBy(plan, company.recurrence), companyId: company.id, period, dueAt, createdAt: now })
    .returning()
    .get()
}

const reopen = (control: ControlDb, id: number): StoredInvoice => set(control, id, { status: 'open' })

function set(control: ControlDb, id: number, values: Partial<StoredInvoice>): StoredInvoice {
  control.update(invoices).set(values).where(eq(invoices.id, id)).run()
  return findInvoiceOrFail(control, id)
}

/** The payment assigns this plan unless the company has it already. */
export function priceInvoice(control: ControlDb, invoice: StoredInvoice, plan: Plan, recurrence: Recurrence) {
  const company = findCompanyOrFail(control, invoice.companyId)
  const planId = plan.id === company.planId ? null : plan.id
  const priced = set(control, invoice.id, { ...pricedBy(plan, recurrence), planId })
  dropUnusedPlans(control, company.id)
  return priced
}

/** Sold to this company alone. It keeps the company's features and does not limit queues. */
export const createCustomPlan = (control: ControlDb, now: number, { id, plan }: Company, counts: CustomPlan): Plan => {
  if (plan?.companyId === id && plan.users === counts.users && plan.connections === counts.connections) return plan
  return control
    .insert(plans)
    .values({
      name: 'Sob medida',
      ...counts,
      queues: null,
      storage: plan?.storage ?? null,
      amount: customPrice(counts),
      isPublic: false,
      usesMenus: plan?.usesMenus ?? false,
      menus: plan?.menus ?? [],
      features: plan?.features ?? planFlags,
      companyId: id,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
    .get()
}

/** Custom plans that were chosen but not paid. */
function dropUnusedPlans(control: ControlDb, companyId: number) {
  control
    .delete(plans)
    .where(
      and(
        eq(plans.companyId, companyId),
        sql`NOT EXISTS (SELECT 1 FROM companies WHERE plan_id = ${plans.id})`,
        sql`NOT EXISTS (SELECT 1 FROM invoices WHERE plan_id = ${plans.id} AND status = 'open')`,
      ),
    )
    .run()
}

export type Payment = {
  /** The provider, or the payment method that the operator recorded. */
  readonly by: string
  readonly paidAt?: number
}
export type Renewed = { readonly invoice: StoredInvoice; readonly company: Company; readonly before: Company }

/** For the audit log. */
export const renewalChanges = ({ invoice, company, before }: Renewed): AuditEntry['changes'] => [
  { field: 'dueDate', from: instant(before.dueAt), to: instant(company.dueAt) },
  { field: 'paidBy', from: null, to: invoice.paidBy },
  ...(before.plan?.id === company.plan?.id
    ? []
    : [{ field: 'plan', from: before.plan?.name ?? null, to: company.plan?.name ?? null }]),
]

/**
 * Marks the invoice as paid and moves the company's due date, once: undefined if it was already paid. A payment
 * received by a provider counts even if the invoice was cancelled meanwhile.
 */
export function payInvoice(
  control: ControlDb,
  now: number,
  id: number,
  { by, paidAt = now }: Payment,
): Renewed | undefined {
  return inControl(control, () => {
    const found = findInvoiceOrFail(control, id)
    if (found.status === 'paid') return undefined
    const before = findCompanyOrFail(control, found.companyId)
    const renewal = renew(before, found.recurrence, now)
    const { recurrence, planId } = found
    const invoice = set(control, id, { status: 'paid', paidAt, paidBy: by, renewedUntil: renewal.dueAt })
    const company = renewCompany(control, before.id, { ...renewal, recurrence, planId })
    dropUnusedPlans(control, company.id)
    withdrawCharges(control, id)
    return { invoice, company, before }
  })
}

/** Stops collecting this invoice; a payment made at the provider meanwhile is still recorded. */
export const withdrawCharges = (control: ControlDb, invoiceId: number, exceptAmount = -1) =>
  control
    .update(charges)
    .set({ status: 'cancelled' })
    .where(and(eq(charges.invoiceId, invoiceId), eq(charges.status, 'pending'), ne(charges.amount, exceptAmount)))
    .returning()
    .all()

/** Fails if it was paid. */
export function cancelInvoice(control: ControlDb, id: number) {
  return inControl(control, () => {
    const found = findInvoiceOrFail(control, id)
    if (found.status === 'paid') return fail(billingErrors.ERR_INVOICE_PAID)
    return { invoice: set(control, id, { status: 'cancelled' }), withdrawn: withdrawCharges(control, id) }
  })
}

export const reopenInvoice = (control: ControlDb, id: number): StoredInvoice =>
  inControl(control, () => {
    const found = findInvoiceOrFail(control, id)
    return found.status === 'paid' ? fail(billingErrors.ERR_INVOICE_PAID) : reopen(control, id)
  })
