/** How the audit log names what a company chose for notifications. */
import type { AuditKinds } from '../../shared/audit'

/** Choices for a queue have it in their name. */
const QUEUE = 'queue '
const lockScreens = {
  text: 'pushCompany.lock.text',
  name: 'pushCompany.lock.name',
  queue: 'pushCompany.lock.queue',
} as const

export const kinds: AuditKinds = {
  notifications: {
    name: 'audit.notifications.title',
    order: 24,
    labelFor: ({ t }, field) =>
      field.startsWith(QUEUE) ? t('audit.notifications.ofQueue', { queue: field.slice(QUEUE.length) }) : undefined,
    valueFor: ({ t }, field, value) =>
      field.startsWith(QUEUE) && (value === 'text' || value === 'name' || value === 'queue')
        ? t(lockScreens[value])
        : undefined,
    fields: {
      lockScreen: { label: 'audit.notifications.usual', values: lockScreens },
      escalation: 'pushCompany.steps.title',
      queueAfter: 'escalation.queue',
      supervisorAfter: 'escalation.supervisor',
      whatsappAfter: 'escalation.whatsapp',
    },
  },
}
