/** Creates, changes and pays invoices: short transactions in control.db that send nothing and know no provider. */
import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { AuditEntry } from '../../audit/contract'
import { fail } from '../../errors'
import { instant } from '../../platform/formats'
import { inControl } from '../../platform/operator-storage'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import { findCompanyOrFail, isFree, renewCompany, setCredit } from '../../tenancy/companies'
import { OPERATOR_COMPANY, planFlags, type Recurrence } from '../../tenancy/contract'
import { daysUntil, periodOf } from '../../tenancy/due'
import { type Company, type Plan, plans } from '../../tenancy/tables'
import { type CustomPlan, invoiceAmount } from './contract'
import { billingErrors } from './errors'
import { INVOICE_AHEAD } from './periods'
import { findInvoiceOfPeriod, findInvoiceOrFail, findOpenInvoice, listOpenInvoices } from './queries'
import { charges, invoices, type StoredInvoice } from './tables'
import { planAtDue, timeAfter, toPay } from './terms'

type PricedItems = Pick<StoredInvoice, 'detail' | 'users' | 'connections' | 'queues' | 'amount' | 'recurrence'>

const pricedBy = ({ name, users, connections, queues, amount }: Plan, recurrence: Recurrence): PricedItems => ({
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
export function createInvoice(control: WritableControl, now: number, company: Company): StoredInvoice | undefined {
  const { id: companyId, dueAt, timeZone } = company
  const plan = planAtDue(control, company)
  if (!plan || plan.amount === 0 || isFree(company)) return undefined
  const made = control
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
  return made && applyCredit(control, made)
}

/**
 * The invoice that a company pays at the checkout: an open one, or one for its current period. The operator may have
 * cancelled that one, or set the due date back to a paid period; then the period starts today.
 */
export function invoiceToPay(control: WritableControl, now: number, company: Company, plan: Plan): StoredInvoice {
  const open = findOpenInvoice(control, company.id)
  if (open) return open
  const [due, today] = [periodOf(company.dueAt, company.timeZone), periodOf(now, company.timeZone)]
  const former = findInvoiceOfPeriod(control, company.id, due)
  if (former?.status === 'cancelled') return renew(control, former, plan)
  const period = former ? today : due
  const ofToday = former && findInvoiceOfPeriod(control, company.id, today)
  if (ofToday)
    return ofToday.status === 'cancelled' ? renew(control, ofToday, plan) : fail(billingErrors.ERR_INVOICE_PAID)
  const dueAt = former ? now : company.dueAt
  const made = control
    .insert(invoices)
    .values({ ...pricedBy(plan, company.recurrence), companyId: company.id, period, dueAt, createdAt: now })
    .returning()
    .get()
  return applyCredit(control, made)
}

const reopen = (control: WritableControl, id: number): StoredInvoice =>
  applyCredit(control, set(control, id, { status: 'open' }))

/** A cancelled invoice, as if it were created now. */
const renew = (control: WritableControl, { id, recurrence }: StoredInvoice, plan: Plan): StoredInvoice =>
  applyCredit(control, set(control, id, { ...pricedBy(plan, recurrence), planId: null, starts: 'now', status: 'open' }))

function set(control: WritableControl, id: number, values: Partial<StoredInvoice>): StoredInvoice {
  control.update(invoices).set(values).where(eq(invoices.id, id)).run()
  return findInvoiceOrFail(control, id)
}

/** Moves what the company has paid in advance to this invoice, as far as it goes. The rest stays with the company. */
function applyCredit(control: WritableControl, { id, companyId, amount, credit }: StoredInvoice): StoredInvoice {
  const before = findCompanyOrFail(control, companyId).credit
  const used = Math.min(before + credit, amount)
  if (used === credit) return findInvoiceOrFail(control, id)
  setCredit(control, companyId, before + credit - used)
  return set(control, id, { credit: used })
}

/** Returns what an invoice has used to its company. */
function releaseCredit(control: WritableControl, { id, companyId, credit }: StoredInvoice): StoredInvoice {
  if (credit === 0) return findInvoiceOrFail(control, id)
  setCredit(control, companyId, findCompanyOrFail(control, companyId).credit + credit)
  return set(control, id, { credit: 0 })
}

/** Cents that count towards the invoice that is open, or towards the next one. */
export function addCredit(
  control: WritableControl,
  companyId: number,
  cents: number,
  invoice: StoredInvoice | undefined,
) {
  setCredit(control, companyId, findCompanyOrFail(control, companyId).credit + cents)
  if (!invoice) return { invoice: undefined, withdrawn: [] }
  const credited = applyCredit(control, invoice)
  return { invoice: credited, withdrawn: withdrawCharges(control, invoice.id, toPay(credited)) }
}

const reprice = (control: WritableControl, invoice: StoredInvoice, values: Partial<StoredInvoice>): StoredInvoice =>
  // First without the credit, which may exceed the new amount.
  applyCredit(control, set(control, releaseCredit(control, invoice).id, values))

/** The payment assigns this plan unless the company has it already. */
export function priceInvoice(
  control: WritableControl,
  invoice: StoredInvoice,
  plan: Plan,
  { recurrence, starts }: Pick<StoredInvoice, 'recurrence' | 'starts'>,
) {
  const company = findCompanyOrFail(control, invoice.companyId)
  const planId = plan.id === planAtDue(control, company)?.id ? null : plan.id
  const priced = reprice(control, invoice, { ...pricedBy(plan, recurrence), planId, starts })
  dropUnusedPlans(control, company.id)
  return priced
}

/** The company has another plan than `before` from its due date on: what was priced by that one costs what this one does. */
export function priceOpenInvoices(control: WritableControl, before: Company) {
  const plan = planAtDue(control, findCompanyOrFail(control, before.id))
  if (!plan?.amount || plan.id === planAtDue(control, before)?.id) return { changed: [], withdrawn: [] }
  const changed = listOpenInvoices(control, before.id)
    .filter(({ planId }) => planId === null)
    .map((invoice) => reprice(control, invoice, pricedBy(plan, invoice.recurrence)))
  return { changed, withdrawn: changed.flatMap((one) => withdrawCharges(control, one.id, toPay(one))) }
}

/** What the operator's change of the plan does to invoices that are not paid. */
export function followPlanChange(control: WritableControl, now: number, companyId: number) {
  const company = findCompanyOrFail(control, companyId)
  const open = listOpenInvoices(control, companyId)
  const plan = company.plan?.amount ? company.plan : null
  const changed = open.map((invoice) =>
    plan
      ? reprice(control, invoice, { ...pricedBy(plan, invoice.recurrence), planId: null, starts: 'now' })
      : set(control, releaseCredit(control, invoice).id, { status: 'cancelled' }),
  )
  const withdrawn = changed.flatMap((invoice) =>
    withdrawCharges(control, invoice.id, invoice.status === 'open' ? toPay(invoice) : undefined),
  )
  dropUnusedPlans(control, companyId)
  const isSoon = daysUntil(company.dueAt, now, company.timeZone) <= INVOICE_AHEAD
  const made = isSoon && companyId !== OPERATOR_COMPANY ? createInvoice(control, now, company) : undefined
  return { changed: made ? [...changed, made] : changed, withdrawn }
}

type NewCustomPlan = CustomPlan & {
  /** Cents a month. */
  readonly amount: number
  /** Its features are those of this plan; null: of the cheapest public one. */
  readonly features: number | null
}

/** Sold to this company alone. It does not limit queues. */
export function createCustomPlan(control: WritableControl, now: number, { id }: Company, input: NewCustomPlan): Plan {
  const { features, ...priced } = input
  const like = (features === null ? undefined : findPlan(control, features)) ?? findCheapestPlan(control)
  return control
    .insert(plans)
    .values({
      name: 'Sob medida',
      ...priced,
      queues: null,
      storage: like?.storage ?? null,
      isPublic: false,
      usesMenus: like?.usesMenus ?? false,
      menus: like?.menus ?? [],
      features: like?.features ?? planFlags,
      companyId: id,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
    .get()
}

const findPlan = (control: ControlDb, id: number): Plan | undefined =>
  control.select().from(plans).where(eq(plans.id, id)).get()

/** Of the public ones with a price. */
const findCheapestPlan = (control: ControlDb): Plan | undefined =>
  control
    .select()
    .from(plans)
    .where(and(eq(plans.isPublic, true), isNull(plans.companyId), gt(plans.amount, 0)))
    .orderBy(asc(plans.amount), asc(plans.id))
    .limit(1)
    .get()

/** Custom plans that no payment can assign any more. */
function dropUnusedPlans(control: WritableControl, companyId: number) {
  control
    .delete(plans)
    .where(
      and(
        eq(plans.companyId, companyId),
        sql`NOT EXISTS (SELECT 1 FROM companies WHERE plan_id = ${plans.id} OR next_plan_id = ${plans.id})`,
        sql`NOT EXISTS (SELECT 1 FROM invoices WHERE plan_id = ${plans.id} AND status <> 'paid')`,
      ),
    )
    .run()
}

export type Payment = {
  /** The provider, or the payment method that the operator recorded. */
  readonly by: string
  readonly paidAt?: number
}
export type Renewal = {
  readonly invoice: StoredInvoice
  readonly company: Company
  readonly before: Company
  /** Other open invoices, which are priced by the new plan. */
  readonly changed: readonly StoredInvoice[]
}

/** For the audit log. */
export const renewalChanges = ({ invoice, company, before }: Renewal): AuditEntry['changes'] => [
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
  control: WritableControl,
  now: number,
  id: number,
  { by, paidAt = now }: Payment,
): Renewal | undefined {
  return inControl(control, () => {
    const found = findInvoiceOrFail(control, id)
    if (found.status === 'paid') return undefined
    const before = findCompanyOrFail(control, found.companyId)
    const { recurrence, planId } = found
    const time = timeAfter(control, found, before, now)
    const renewal = { renewedFrom: before.dueAt, renewedUntil: time.dueAt }
    const invoice = set(control, id, { status: 'paid', paidAt, paidBy: by, ...renewal })
    const company = renewCompany(control, before.id, { time, recurrence, planId })
    const { changed } = priceOpenInvoices(control, before)
    dropUnusedPlans(control, company.id)
    withdrawCharges(control, id)
    return { invoice, company, before, changed }
  })
}

/** An invoice for which nothing is left to pay. */
export const payByCredit = (control: WritableControl, now: number, invoice: StoredInvoice): Renewal | undefined =>
  invoice.status === 'open' && invoice.credit > 0 && toPay(invoice) === 0
    ? payInvoice(control, now, invoice.id, { by: 'credit' })
    : undefined

/** What happened to the payment later. `reversal` null: all of it is with us. */
export const setReversal = (
  control: WritableControl,
  id: number,
  reversal: StoredInvoice['reversal'],
  reversed: number,
) => set(control, id, { reversal, reversed })

/** Stops collecting this invoice; a payment made at the provider meanwhile is still recorded. */
export const withdrawCharges = (control: WritableControl, invoiceId: number, exceptAmount = -1) =>
  control
    .update(charges)
    .set({ status: 'cancelled', toWithdraw: true })
    .where(and(eq(charges.invoiceId, invoiceId), eq(charges.status, 'pending'), ne(charges.amount, exceptAmount)))
    .returning()
    .all()

/** Fails if it was paid. */
export function cancelInvoice(control: WritableControl, id: number) {
  return inControl(control, () => {
    const found = findInvoiceOrFail(control, id)
    if (found.status === 'paid') return fail(billingErrors.ERR_INVOICE_PAID)
    const invoice = set(control, releaseCredit(control, found).id, { status: 'cancelled' })
    return { invoice, withdrawn: withdrawCharges(control, id) }
  })
}

export const reopenInvoice = (control: WritableControl, id: number): StoredInvoice =>
  inControl(control, () => {
    const found = findInvoiceOrFail(control, id)
    return found.status === 'paid' ? fail(billingErrors.ERR_INVOICE_PAID) : reopen(control, id)
  })
