import * as v from 'valibot'
import { lenient, viewSchema } from '../../shared/table/view'

const Id = v.pipe(v.number(), v.integer(), v.minValue(1))

export const FinanceView = viewSchema(['due'])
export type FinanceView = v.InferOutput<typeof FinanceView>

export const steps = ['payer', 'plan', 'review', 'pix'] as const
export type Step = (typeof steps)[number]
export const CheckoutView = v.object({
  step: lenient(v.picklist(steps)),
  /** The invoice to pay; by default the next one. */
  invoice: lenient(Id),
})

export const ReceiptView = v.object({ invoice: lenient(Id) })

/** `status`: by default all. `company`: one company's. */
export const InvoicesView = viewSchema(['due'], {
  status: v.picklist(['overdue', 'open', 'paid', 'cancelled', 'reversed']),
  company: Id,
})
export type InvoicesView = v.InferOutput<typeof InvoicesView>
