/** How the audit log names things of this module. */
import { type AuditKinds, storedWeekdays } from '../../shared/audit'

export const kinds: AuditKinds = {
  hours: {
    name: 'hours.week.title',
    order: 3,
    labelFor({ format }, field) {
      const at = storedWeekdays.indexOf(field)
      return at < 0 ? undefined : format.weekday(at)
    },
    valueFor: ({ t }, _, value) => (value === null || value === '' ? t('audit.hours.closed') : undefined),
  },
  holiday: {
    name: 'audit.hours.holiday',
    order: 4,
    fields: {
      date: 'hours.holidays.date',
      queue: 'audit.hours.queue',
    },
  },
}
