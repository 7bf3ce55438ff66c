/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  contactCategory: {
    name: 'audit.contactCategories.contactCategory',
    order: 9,
    acts: {
      categorize: 'audit.contactCategories.categorize',
    },
    fields: {
      description: 'contactCategories.column.name',
      contacts: 'audit.contactCategories.contacts',
    },
  },
}
