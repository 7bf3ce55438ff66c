/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  backup: {
    name: 'audit.monitor.backup',
  },
  installation: {
    name: 'audit.monitor.installation',
    acts: {
      fix: 'audit.monitor.fix',
    },
  },
  monitor: {
    name: 'monitor.title',
    acts: {
      retry: 'audit.monitor.retry',
    },
  },
}
