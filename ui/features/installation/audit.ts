/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  certificate: {
    name: 'audit.installation.certificate',
  },
}
