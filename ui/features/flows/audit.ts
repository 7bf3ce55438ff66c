/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  flow: {
    name: 'flows.untitled',
    order: 15,
    acts: {
      publish: 'audit.flows.publish',
      discard: 'audit.flows.discard',
    },
    fields: {
      nodes: 'flows.kit',
      version: 'audit.flows.version',
    },
  },
}
