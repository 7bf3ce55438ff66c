import { defineTexts } from '../../../shared/i18n/define'

/** The bell, which is on every page. */
export const bellTexts = defineTexts('events', {
  'pt-BR': {
    bell: {
      count: { one: '{count} evento lembrado', other: '{count} eventos lembrados' },
      title: 'Eventos lembrados',
      open: 'Abrir {title} no calendário',
      seen: 'Já vi {title}',
      allSeen: 'Já vi todos',
      none: 'Nenhum evento lembrado',
    },
  },
  en: {
    bell: {
      count: { one: '{count} event reminder', other: '{count} event reminders' },
      title: 'Event reminders',
      open: 'Open {title} in the calendar',
      seen: 'Mark {title} as seen',
      allSeen: 'Mark all as seen',
      none: 'No event reminders',
    },
  },
  es: {
    bell: {
      count: { one: '{count} evento recordado', other: '{count} eventos recordados' },
      title: 'Eventos recordados',
      open: 'Abrir {title} en el calendario',
      seen: 'Ya vi {title}',
      allSeen: 'Ya vi todos',
      none: 'Ningún evento recordado',
    },
  },
  tr: {
    bell: {
      count: { one: '{count} etkinlik hatırlatması', other: '{count} etkinlik hatırlatması' },
      title: 'Etkinlik hatırlatmaları',
      open: '{title} etkinliğini takvimde aç',
      seen: '{title} etkinliğini gördüm',
      allSeen: 'Hepsini gördüm',
      none: 'Etkinlik hatırlatması yok',
    },
  },
})
