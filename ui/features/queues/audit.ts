/** How the audit log names things of this module. */
import * as v from 'valibot'
import { type AuditKinds, storedAs } from '../../shared/audit'

/** Changes to the bot's options have the option in their name. */
const OPTION = 'option '
const StoredOption = v.object({ position: v.number(), title: v.string(), message: v.string() })

/** Its place in the menu, and its text. */
function optionText(value: string): string | undefined {
  const option = storedAs('{', StoredOption, value)
  return option && `${option.position + 1}. ${option.message || option.title}`
}

export const kinds: AuditKinds = {
  queue: {
    name: 'queues.column.queue',
    order: 6,
    labelFor: ({ t }, field) =>
      field.startsWith(OPTION) ? t('audit.queues.option', { title: field.slice(OPTION.length) }) : undefined,
    valueFor: (_, field, value) =>
      field.startsWith(OPTION) && typeof value === 'string' && value !== '' ? (optionText(value) ?? value) : undefined,
    fields: {
      color: 'queues.form.color',
      orderQueue: 'queues.form.order',
      greetingMessage: 'queues.form.greeting',
      complationMessage: 'queues.form.completion',
      outOfHoursMessage: 'queues.form.outOfHours',
      isRestricted: 'queues.form.restricted',
      resetChatbotMsg: 'audit.queues.resetChatbotMsg',
      typeChatbot: { label: 'audit.queues.typeChatbot', values: { option: 'audit.queues.options' } },
      schedules: { label: 'queues.form.tabs.hours', is: 'week' },
      attendantsPool: 'queues.form.tabs.distribution',
      typeAssignment: {
        label: 'audit.queues.typeAssignment',
        values: {
          balanced: 'distribution.ways.balanced',
          sequential: 'distribution.ways.sequential',
          random: 'distribution.ways.random',
        },
      },
      enableReassignment: 'audit.queues.enableReassignment',
      timeWithoutResponse: 'audit.queues.timeWithoutResponse',
      conversationLimit: 'audit.queues.conversationLimit',
      escalation: 'queues.form.tabs.escalation',
      queueAfter: 'escalation.queue',
      supervisorAfter: 'escalation.supervisor',
      whatsappAfter: 'escalation.whatsapp',
      userIds: { label: 'common.field.people', is: 'person' },
    },
  },
}
