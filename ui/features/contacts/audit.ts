/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  contact: {
    name: 'common.field.contact',
    order: 8,
    acts: {
      block: 'audit.contacts.block',
      unblock: 'audit.contacts.unblock',
      merge: 'audit.contacts.merge',
      undoMerge: 'audit.contacts.undoMerge',
      exportData: 'audit.contacts.exportData',
      deletionAsked: 'audit.contacts.deletionAsked',
    },
    fields: {
      categoryId: 'common.field.category',
      merged: 'audit.contacts.merged',
    },
  },
  import: {
    name: 'audit.contacts.import',
    fields: {
      owner: 'audit.contacts.owner',
    },
  },
}
