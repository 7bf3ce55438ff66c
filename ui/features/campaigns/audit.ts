/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  campaign: {
    name: 'campaigns.dashboard.column.campaign',
    order: 19,
    acts: {
      test: 'audit.campaigns.test',
      copy: 'audit.campaigns.copy',
    },
    fields: {
      queueId: 'audit.campaigns.queueId',
    },
  },
}
