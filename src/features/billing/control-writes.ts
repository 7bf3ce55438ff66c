/** What companies write about their invoices. Jobs and webhooks, which run at control.db's owner, take the same way. */
import * as v from 'valibot'
import { fail } from '../../errors'
import { defineControlWrite } from '../../platform/control-writes'
import { Id } from '../../platform/formats'
import { applyReading, openCharge as open, setWithdrawn, storeIssued as store } from './charges'
import { Choice, choose } from './choose'
import { billingErrors } from './errors'

export const chooseInvoice = defineControlWrite('billing.chooseInvoice', Choice, choose)

/** The charge to show, and those that it replaces. The caller chooses the reference of a new one. */
export const openCharge = defineControlWrite(
  'billing.openCharge',
  v.object({ invoiceId: Id, provider: v.picklist(['manual', 'efi', 'asaas']), reference: v.string() }),
  open,
)

export const storeIssued = defineControlWrite(
  'billing.storeIssued',
  v.object({
    chargeId: Id,
    issued: v.object({ code: v.string(), externalId: v.nullable(v.string()), expiresAt: v.nullable(v.number()) }),
  }),
  (control, _now, { chargeId, issued }) => store(control, chargeId, issued) ?? fail(billingErrors.ERR_NO_INVOICE_FOUND),
)

/** What the provider says about a charge. It is applied once: the same reading again changes nothing. */
export const storeReading = defineControlWrite(
  'billing.storeReading',
  v.object({
    chargeId: Id,
    reading: v.object({
      status: v.picklist(['pending', 'paid', 'expired', 'cancelled']),
      paid: v.number(),
      returned: v.exactOptional(v.number()),
      disputed: v.exactOptional(v.boolean()),
      endToEndId: v.exactOptional(v.nullable(v.string())),
    }),
  }),
  (control, now, { chargeId, reading }) => applyReading(control, now, chargeId, reading),
)

/** The provider has cancelled it, or never will. */
export const storeWithdrawn = defineControlWrite(
  'billing.storeWithdrawn',
  v.object({ chargeId: Id }),
  (control, _now, { chargeId }) => void setWithdrawn(control, chargeId),
)

export const billingWrites = [chooseInvoice, openCharge, storeIssued, storeReading, storeWithdrawn]
