/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  certificate: {
    name: 'audit.installation.certificate',
  },
  installationUpdate: {
    name: 'audit.installation.update',
    acts: {
      schedule: 'audit.installation.schedule',
      start: 'audit.installation.start',
      cancel: 'audit.installation.cancel',
    },
  },
  machine: {
    name: 'audit.installation.machine',
    acts: {
      drain: 'audit.installation.drain',
      stopDrain: 'audit.installation.stopDrain',
      rebalance: 'audit.installation.rebalance',
    },
    fields: { companies: 'audit.installation.companies' },
  },
  companyMove: {
    name: 'audit.installation.companyMove',
    acts: {
      move: 'audit.installation.move',
      plan: 'audit.installation.plan',
      cancel: 'audit.installation.cancelMove',
    },
    fields: { machine: 'audit.installation.machine' },
  },
}
