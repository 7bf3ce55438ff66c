/** What a company chooses at the checkout becomes its invoice: one transaction of control.db. */
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { fail } from '../../errors'
import { Id } from '../../platform/formats'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import { findCompanyOrFail, findPlanOrFail, setBillingDetails } from '../../tenancy/companies'
import { OPERATOR_COMPANY, type Starts, starts } from '../../tenancy/contract'
import { type Company, type Plan, plans } from '../../tenancy/tables'
import { RecurrenceName } from './contract'
import { billingErrors } from './errors'
import { createCustomPlan, invoiceToPay, payByCredit, priceInvoice, type Renewal } from './invoices'
import { findOpenInvoice, findOwnInvoice } from './queries'
import type { StoredInvoice } from './tables'
import { planAtDue } from './terms'

/** One that exists, or a custom one: `amount` in cents a month, `features` those of this plan. */
const ChosenPlan = v.union([
  v.object({ id: Id }),
  v.object({ users: v.number(), connections: v.number(), amount: v.number(), features: v.nullable(Id) }),
])
export type ChosenPlan = v.InferOutput<typeof ChosenPlan>

export const Choice = v.object({
  companyId: Id,
  /** What is new about the payer. */
  details: v.partial(
    v.object({
      document: v.string(),
      billingName: v.string(),
      billingStreet: v.string(),
      billingDistrict: v.string(),
      billingCity: v.string(),
      billingState: v.string(),
      billingZip: v.string(),
      billingCountry: v.string(),
    }),
  ),
  /** Undefined keeps the invoice's. */
  plan: v.optional(ChosenPlan),
  invoiceId: v.optional(Id),
  recurrence: v.optional(RecurrenceName),
  starts: v.optional(v.picklist(starts)),
})
type Choice = v.InferOutput<typeof Choice>

type ChosenInvoice = {
  readonly invoice: StoredInvoice
  /** What the company had paid before was enough. */
  readonly renewed: Renewal | null
}

/** Stores the payer and prices the invoice, which is paid at once if nothing is left to pay. */
export function choose(control: WritableControl, now: number, input: Choice): ChosenInvoice {
  const { companyId, details } = input
  if (companyId === OPERATOR_COMPANY) fail(billingErrors.ERR_NOTHING_TO_PAY)
  if (Object.keys(details).length > 0) setBillingDetails(control, companyId, details)
  const chosen = priceChoice(control, now, input)
  const renewed = payByCredit(control, now, chosen)
  return { invoice: renewed?.invoice ?? chosen, renewed: renewed ?? null }
}

function priceChoice(control: WritableControl, now: number, input: Choice): StoredInvoice {
  const { companyId } = input
  const company = findCompanyOrFail(control, companyId)
  const plan = input.plan && planChosen(control, now, company, input.plan)
  const known = payableInvoice(control, companyId, input)
  const offered = plan ?? planAtDue(control, company)
  const invoice =
    known ?? (offered ? invoiceToPay(control, now, company, offered) : findOpenInvoice(control, companyId))
  if (!invoice) return fail(billingErrors.ERR_NOTHING_TO_PAY)
  const recurrence = input.recurrence ?? invoice.recurrence
  const begins = startsOf(company, input, invoice)
  const kept =
    recurrence === invoice.recurrence && begins === invoice.starts ? undefined : planOf(control, invoice, company)
  const priced =
    plan || kept
      ? priceInvoice(control, invoice, plan ?? kept ?? fail(billingErrors.ERR_NOTHING_TO_PAY), {
          recurrence,
          starts: begins,
        })
      : invoice
  return priced.amount > 0 ? priced : fail(billingErrors.ERR_NOTHING_TO_PAY)
}

const planChosen = (control: WritableControl, now: number, company: Company, plan: ChosenPlan): Plan =>
  'id' in plan ? findPlanOrFail(control, plan.id) : createCustomPlan(control, now, company, plan)

export function payableInvoice(control: ControlDb, companyId: number, { invoiceId }: Pick<Choice, 'invoiceId'>) {
  const known = invoiceId === undefined ? undefined : findOwnInvoice(control, companyId, invoiceId)
  if (known?.status === 'paid') fail(billingErrors.ERR_INVOICE_PAID)
  if (known?.status === 'cancelled') fail(billingErrors.ERR_INVOICE_CANCELLED)
  return known
}

function startsOf({ nextAt }: Company, { starts, plan }: Choice, invoice: StoredInvoice): Starts {
  const begin = starts ?? (plan ? 'now' : invoice.starts)
  return begin === 'due' && nextAt !== null ? fail(billingErrors.ERR_PLAN_CHANGE_WAITING) : begin
}

/** The plan by which an invoice is priced. */
export const planOf = (control: ControlDb, { planId }: StoredInvoice, company: Company): Plan | undefined =>
  (planId === null ? undefined : control.select().from(plans).where(eq(plans.id, planId)).get()) ??
  planAtDue(control, company) ??
  undefined
