/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  campaignSettings: {
    name: 'outbound.title',
    order: 20,
    fields: {
      messageInterval: 'audit.outbound.messageInterval',
      longerIntervalAfter: 'audit.outbound.longerIntervalAfter',
      greaterInterval: 'audit.outbound.greaterInterval',
      sendFrom: 'audit.outbound.sendFrom',
      sendTo: 'audit.outbound.sendTo',
      sendDays: { label: 'audit.outbound.sendDays', is: 'weekday' },
      skipHolidays: 'audit.outbound.skipHolidays',
      dailyCap: 'audit.outbound.dailyCap',
      coldCap: 'audit.outbound.coldCap',
      variables: 'outbound.tab.variables',
    },
  },
  optOut: {
    name: 'audit.outbound.optOut',
    order: 21,
  },
}
