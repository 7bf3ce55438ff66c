/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  company: {
    name: 'companies.column.company',
    order: 2,
    fields: {
      phone: 'companies.form.phone',
      document: 'audit.companies.document',
      plan: 'companies.column.plan',
      dueAt: 'audit.companies.dueAt',
      recurrence: 'companies.form.recurrence',
      paymentMethod: 'companies.form.payment',
      billingName: 'companies.billing.name',
      timeZone: 'companies.form.timeZone',
      language: 'companies.form.language',
    },
  },
  support: {
    name: 'support.name',
    acts: {
      ask: 'audit.companies.ask',
      grant: 'audit.companies.grant',
      refuse: 'audit.companies.refuse',
      enter: 'audit.companies.enter',
      end: 'audit.companies.end',
    },
    fields: {
      reason: 'audit.companies.reason',
      until: 'audit.companies.until',
    },
  },
}
