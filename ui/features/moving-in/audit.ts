/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  movingIn: {
    name: 'audit.movingIn.move',
  },
}
