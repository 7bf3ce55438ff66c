/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'
import { kinds as webhooks } from '../webhooks/audit'

export const kinds: AuditKinds = {
  ...webhooks,
  integration: {
    name: 'integrations.column.name',
    order: 14,
    fields: {
      language: 'integrations.field.language',
    },
  },
}
