/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  quickMessage: {
    name: 'audit.quickMessages.quickMessage',
    order: 11,
    fields: {
      shortcode: 'quickMessages.form.shortcode',
      geral: 'audit.quickMessages.geral',
      status: 'audit.quickMessages.status',
      sendOnlyMedia: 'audit.quickMessages.sendOnlyMedia',
    },
  },
}
