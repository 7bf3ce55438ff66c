/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  emailTemplate: {
    name: 'audit.email.emailTemplate',
    order: 12,
  },
  mailAccount: {
    name: 'mail.account.page',
  },
}
