/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  connection: {
    name: 'common.field.connection',
    order: 5,
    acts: {
      archive: 'audit.connections.archive',
      reconnect: 'audit.connections.reconnect',
      stopImport: 'audit.connections.stopImport',
      sharePasskey: 'audit.connections.sharePasskey',
    },
    fields: {
      isDefault: 'connections.default',
      queueIds: { label: 'common.field.queues', is: 'queue' },
      greetingMessage: 'audit.connections.greetingMessage',
      complationMessage: 'connections.form.completion',
      outOfHoursMessage: 'connections.form.outOfHours',
      ratingMessage: 'connections.form.rating',
      messagesPerMinute: 'connections.form.pace',
      expiresTicket: 'audit.connections.expiresTicket',
      enableQueueChatbot: 'connections.form.bot',
      joinsAnswers: 'connections.form.joins',
      maxUseBotQueues: 'connections.form.repeats',
      timeSendQueue: 'audit.connections.timeSendQueue',
      sendIdQueue: { label: 'connections.form.redirectTo', is: 'queue' },
      importOldMessagesEnable: 'connections.import.on',
      importDateStartMessages: 'audit.connections.importDateStartMessages',
      importDateEndMessages: 'audit.connections.importDateEndMessages',
      importOldMessagesGroups: 'audit.connections.importOldMessagesGroups',
      queueIdImportMessages: { label: 'audit.connections.queueIdImportMessages', is: 'queue' },
      closedTicketsPostImported: 'audit.connections.closedTicketsPostImported',
      greetingMediaAttachment: 'connections.form.greetingFile',
    },
  },
}
