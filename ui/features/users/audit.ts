/** How the audit log names things of this module. */
import type { AuditKinds } from '../../shared/audit'

export const kinds: AuditKinds = {
  user: {
    name: 'audit.users.user',
    order: 7,
    fields: {
      profile: {
        label: 'users.form.profile',
        values: {
          admin: 'directory.profile.admin',
          supervisor: 'directory.profile.supervisor',
          user: 'directory.profile.user',
        },
      },
      queueIds: { label: 'common.field.queues', is: 'queue' },
      super: 'audit.users.super',
      allUserChat: 'users.form.allChats',
      allowRealTime: 'audit.users.allowRealTime',
      whatsappId: { label: 'common.field.connection', is: 'connection' },
      conversationLimit: 'users.form.limit',
      farewellMessage: 'directory.farewell',
      connectionAccess: { label: 'audit.users.connectionAccess', is: 'connection' },
      schedules: { label: 'audit.users.schedules', is: 'week' },
      password: 'users.form.password',
    },
  },
}
