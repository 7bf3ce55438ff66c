/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  contactList: {
    name: 'audit.contactLists.contactList',
    order: 18,
    acts: {
      itemCreate: 'audit.contactLists.itemCreate',
      itemUpdate: 'audit.contactLists.itemUpdate',
      itemDelete: 'audit.contactLists.itemDelete',
    },
    fields: {
      inBlacklist: 'contactLists.column.blacklist',
    },
  },
}
