/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  report: {
    name: 'audit.reports.report',
  },
}
