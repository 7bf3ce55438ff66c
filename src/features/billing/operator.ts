/** The operator's actions on invoices: confirm a payment, cancel, reopen, settle a payment that does not fit. */
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import { instant } from '../../platform/formats'
import type { Services } from '../../platform/module'
import { inControl } from '../../platform/operator-storage'
import type { WritableControl } from '../../platform/sqlite'
import { findCompanyOrFail, renewCompany } from '../../tenancy/companies'
import { announceInvoice, announceRenewal, recordInvoice } from './announce'
import { findCharge } from './charges'
import { type ChangeInvoice, type OperatorInvoice, type Settlement, settlementsOf } from './contract'
import { billingErrors } from './errors'
import {
  addCredit,
  cancelInvoice,
  payByCredit,
  payInvoice,
  priceOpenInvoices,
  type Renewal,
  reopenInvoice,
} from './invoices'
import { findOddPayment, listUnsettled, settleOddPayment } from './odd-payments'
import { withdrawSoon } from './payments'
import { findInvoiceOrFail, findOpenInvoice, showForOperator } from './queries'
import type { Charge, OddPayment, StoredInvoice } from './tables'
import { timeWithout } from './terms'

/** Repeating a confirmation changes nothing. */
export function changeInvoice(
  services: Services,
  actor: Actor | null,
  id: number,
  input: ChangeInvoice,
): OperatorInvoice {
  const control = services.databases.writableControl()
  const before = findInvoiceOrFail(control, id)
  if (input.status === 'paid') confirm(services, actor, id, input)
  else if (input.status !== before.status) {
    const { invoice, withdrawn } =
      input.status === 'cancelled' ? cancelInvoice(control, id) : { invoice: reopenInvoice(control, id), withdrawn: [] }
    withdrawSoon(services, withdrawn)
    announceInvoice(services, invoice)
    recordInvoice(services, actor, invoice, input.status === 'cancelled' ? 'cancel' : 'reopen', [
      { field: 'status', from: before.status, to: invoice.status },
    ])
  }
  return showForOperator(control, findInvoiceOrFail(control, id), services.clock())
}

/** What the operator decides about a payment that does not fit. */
export function settlePayment(services: Services, actor: Actor, id: number, settled: Settlement): OperatorInvoice {
  const { databases, clock } = services
  const control = databases.writableControl()
  const now = clock()
  const {
    invoice,
    renewed,
    changed = [],
    withdrawn,
    company,
  } = inControl(control, () => {
    const payment = findOddPayment(control, id)
    if (payment.settled !== null || !settlementsOf[payment.kind].includes(settled))
      fail(billingErrors.ERR_PAYMENT_SETTLED)
    settleOddPayment(control, now, id, settled)
    return apply(control, now, payment, settled)
  })
  withdrawSoon(services, withdrawn ?? [])
  if (renewed) announceRenewal(services, renewed, actor)
  if (company) services.recheckSockets(({ actor }) => actor.tenantId === company.id)
  for (const one of new Set([...changed, invoice].map(({ id }) => id)))
    announceInvoice(services, findInvoiceOrFail(control, one))
  recordInvoice(services, actor, invoice, 'update', [
    { field: 'payment', from: null, to: settled },
    ...(company ? [{ field: 'dueDate', from: instant(company.before), to: instant(company.after) }] : []),
  ])
  return showForOperator(control, findInvoiceOrFail(control, invoice.id), now)
}

type AppliedChange = {
  readonly invoice: StoredInvoice
  readonly renewed?: Renewal | undefined
  /** Other invoices, of which there is another amount to pay. */
  readonly changed?: readonly StoredInvoice[]
  readonly withdrawn?: readonly Charge[]
  /** Its due date was moved. */
  readonly company?: { readonly id: number; readonly before: number; readonly after: number }
}

function apply(control: WritableControl, now: number, payment: OddPayment, settled: Settlement): AppliedChange {
  const invoice = findInvoiceOrFail(control, payment.invoiceId)
  if (settled === 'accepted') {
    const by = (payment.chargeId === null ? undefined : findCharge(control, payment.chargeId))?.provider ?? 'hand'
    if (invoice.status === 'cancelled') fail(billingErrors.ERR_INVOICE_CANCELLED)
    const renewed = payInvoice(control, now, invoice.id, { by, paidAt: payment.at })
    return { invoice, renewed: renewed ?? fail(billingErrors.ERR_INVOICE_PAID) }
  }
  if (settled === 'credited') {
    const next = invoice.status === 'open' ? invoice : findOpenInvoice(control, invoice.companyId)
    const { invoice: credited, withdrawn } = addCredit(control, invoice.companyId, payment.cents, next)
    return {
      invoice,
      changed: credited ? [credited] : [],
      withdrawn,
      renewed: credited && payByCredit(control, now, credited),
    }
  }
  if (settled !== 'shortened') return { invoice }
  const company = findCompanyOrFail(control, invoice.companyId)
  const time = timeWithout(control, invoice, company, { cents: payment.cents, now })
  // Recorded as taken, it would be given back if the payment came back.
  if (!time) return fail(billingErrors.ERR_PAYMENT_SETTLED)
  renewCompany(control, company.id, { time, planId: null, recurrence: company.recurrence })
  const { changed, withdrawn } = priceOpenInvoices(control, company)
  return { invoice, changed, withdrawn, company: { id: company.id, before: company.dueAt, after: time.dueAt } }
}

/** Invoices with payments that wait for the operator, the latest first. */
export const listOdd = ({ databases: { control }, clock }: Services): OperatorInvoice[] =>
  [...new Set(listUnsettled(control).map(({ invoiceId }) => invoiceId))].map((id) =>
    showForOperator(control, findInvoiceOrFail(control, id), clock()),
  )

function confirm(services: Services, actor: Actor | null, id: number, { paidAt, paidBy = 'hand' }: ChangeInvoice) {
  const { databases, clock } = services
  const now = clock()
  if (findInvoiceOrFail(databases.control, id).status === 'cancelled') fail(billingErrors.ERR_INVOICE_CANCELLED)
  const at = paidAt === undefined ? now : Date.parse(paidAt)
  if (at > now) fail('ERR_INVALID_INPUT', [{ field: 'paidAt', message: 'form.invalid' }])
  const renewed = payInvoice(databases.writableControl(), now, id, { by: paidBy, paidAt: at })
  if (renewed) announceRenewal(services, renewed, actor)
}
