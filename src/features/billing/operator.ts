/** The operator's actions on invoices: confirm a payment, cancel, reopen. */
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Services } from '../../platform/module'
import { announceInvoice, announceRenewal, recordInvoice } from './announce'
import type { ChangeInvoice, OperatorInvoice } from './contract'
import { billingErrors } from './errors'
import { cancelInvoice, payInvoice, reopenInvoice } from './invoices'
import { withdrawAtProvider } from './payments'
import { findInvoiceOrFail, showForOperator } from './queries'

/** Repeating a confirmation changes nothing. */
export function changeInvoice(
  services: Services,
  actor: Actor | null,
  id: number,
  wanted: ChangeInvoice,
): OperatorInvoice {
  const { control } = services.databases
  const before = findInvoiceOrFail(control, id)
  if (wanted.status === 'paid') confirm(services, actor, id, wanted)
  else if (wanted.status !== before.status) {
    const { invoice, withdrawn } =
      wanted.status === 'cancelled'
        ? cancelInvoice(control, id)
        : { invoice: reopenInvoice(control, id), withdrawn: [] }
    void withdrawAtProvider(services, withdrawn)
    announceInvoice(services, invoice)
    recordInvoice(services, actor, invoice, wanted.status === 'cancelled' ? 'cancel' : 'reopen', [
      { field: 'status', from: before.status, to: invoice.status },
    ])
  }
  return showForOperator(control, findInvoiceOrFail(control, id), services.clock())
}

function confirm(services: Services, actor: Actor | null, id: number, { paidAt, paidBy = 'hand' }: ChangeInvoice) {
  const { databases, clock } = services
  const now = clock()
  if (findInvoiceOrFail(databases.control, id).status === 'cancelled') fail(billingErrors.ERR_INVOICE_CANCELLED)
  const at = paidAt === undefined ? now : Date.parse(paidAt)
  if (at > now) fail('ERR_INVALID_INPUT', [{ field: 'paidAt', message: 'form.invalid' }])
  const renewed = payInvoice(databases.control, now, id, { by: paidBy, paidAt: at })
  if (renewed) announceRenewal(services, renewed, actor)
}
