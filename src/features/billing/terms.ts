/** What an invoice costs and buys. */
import type { ControlDb } from '../../platform/sqlite'
import { findPlanOrFail, isFree, paidTimeOf } from '../../tenancy/companies'
import { recurrenceMonths } from '../../tenancy/contract'
import { renewalStart } from '../../tenancy/due'
import { buy, type PaidTime, type Purchase, takeBack } from '../../tenancy/paid-time'
import type { Company, Plan } from '../../tenancy/tables'
import type { StoredInvoice } from './tables'

/** The plan that the company has from its due date on. */
export const planAtDue = (control: ControlDb, { plan, nextPlanId }: Company): Plan | null =>
  nextPlanId === null ? plan : findPlanOrFail(control, nextPlanId)

/** Cents that are still to be paid. */
export const toPay = ({ amount, credit }: Pick<StoredInvoice, 'amount' | 'credit'>): number => amount - credit

/** What a payment of this invoice buys for the company as it is now. */
export function purchaseOf(
  control: ControlDb,
  { amount, recurrence, planId, starts }: Pick<StoredInvoice, 'amount' | 'recurrence' | 'planId' | 'starts'>,
  company: Company,
): Purchase {
  const isChange = planId !== null && planId !== planAtDue(control, company)?.id
  const change = isChange ? (isFree(company) || company.nextPlanId !== null ? 'now' : starts) : null
  return { price: amount / recurrenceMonths[recurrence], recurrence, change }
}

/** The company's time after a payment of this invoice now. */
export const timeAfter = (control: ControlDb, invoice: StoredInvoice, company: Company, now: number): PaidTime =>
  buy(paidTimeOf(control, company), purchaseOf(control, invoice, company), now)

type ElapsedTerm = { readonly cents: number; readonly now: number }

/** The company's time without what these cents of the invoice have bought; undefined if nothing can be taken back. */
export function timeWithout(control: ControlDb, invoice: StoredInvoice, company: Company, { cents, now }: ElapsedTerm) {
  const { amount, recurrence, renewedFrom, renewedUntil, paidAt } = invoice
  if (cents === 0 || amount === 0 || renewedFrom === null || renewedUntil === null || paidAt === null) return undefined
  const price = amount / recurrenceMonths[recurrence]
  const length =
    renewedUntil - Math.min(renewedUntil, renewalStart({ dueAt: renewedFrom, timeZone: company.timeZone }, paidAt))
  const time = paidTimeOf(control, company)
  const left = takeBack(time, price * length * Math.min(1, cents / amount), now)
  return left.dueAt < time.dueAt ? left : undefined
}
