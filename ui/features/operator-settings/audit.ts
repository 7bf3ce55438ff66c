/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  operatorSetting: {
    name: 'audit.operatorSettings.operatorSetting',
    fields: {
      mail: 'common.field.email',
    },
  },
}
