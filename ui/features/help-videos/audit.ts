/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  help: {
    name: 'audit.helps.help',
    order: 17,
    fields: {
      title: 'helps.form.title',
      description: 'helps.form.description',
      video: 'audit.helps.video',
      seconds: 'audit.helps.seconds',
      order: 'audit.helps.order',
    },
  },
}
