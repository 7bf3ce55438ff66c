/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  invoice: {
    name: 'audit.billing.invoice',
    acts: {
      pay: 'audit.billing.pay',
      reopen: 'audit.billing.reopen',
      subscribe: 'audit.billing.subscribe',
    },
    fields: {
      dueDate: 'billing.column.due',
      paidBy: 'audit.billing.paidBy',
      plan: 'billing.checkout.step.plan',
      payment: 'audit.billing.payment',
      value: 'billing.column.value',
      status: 'audit.billing.status',
    },
  },
}
