/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  costCeiling: { name: 'audit.messageCosts.costCeiling', fields: { amount: 'messageCosts.setCeiling' } },
  messagePrices: {
    name: 'audit.messageCosts.prices',
    fields: {
      from: 'messageCosts.prices.from',
      service: 'messageCosts.category.service',
      utility: 'messageCosts.category.utility',
      marketing: 'messageCosts.category.marketing',
      authentication: 'messageCosts.category.authentication',
      freeService: 'messageCosts.prices.freeService',
    },
  },
}
