/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  apiToken: {
    name: 'audit.messagesApi.apiToken',
    order: 24,
    acts: {
      revoke: 'audit.messagesApi.revoke',
    },
  },
}
