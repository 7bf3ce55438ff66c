/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  plan: {
    name: 'audit.plans.plan',
    fields: {
      users: 'plans.column.users',
      connections: 'plans.column.connections',
      amount: 'plans.column.amount',
      newStructureMenu: 'plans.form.newMenu',
      menus: 'audit.plans.menus',
      isPublic: 'plans.form.public',
    },
  },
}
