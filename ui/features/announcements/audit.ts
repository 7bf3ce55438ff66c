/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  announcement: {
    name: 'announcements.column.announcement',
    order: 16,
    fields: {
      title: 'announcements.form.title',
      text: 'announcements.form.text',
      priority: 'announcements.form.priority',
      status: 'audit.announcements.status',
      until: 'announcements.form.until',
    },
  },
}
