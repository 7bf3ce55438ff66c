/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  tag: {
    name: 'common.field.tag',
    order: 10,
    fields: {
      color: 'tags.form.color',
      description: 'tags.column.description',
      kanban: 'tags.column.kanban',
      order: 'tags.lanes.place',
    },
  },
}
