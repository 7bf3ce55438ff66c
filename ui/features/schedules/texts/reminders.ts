import { defineTexts } from '../../../shared/i18n/define'

/** The bell, which is on every page. */
export const reminderTexts = defineTexts('schedules', {
  'pt-BR': {
    bell: {
      count: { one: '{count} lembrete', other: '{count} lembretes' },
      title: 'Lembretes',
      none: 'Nenhum lembrete',
      seen: 'Já vi o lembrete de {name}',
      allSeen: 'Já vi todos',
      open: 'Conversar com {name}',
    },
  },
  en: {
    bell: {
      count: { one: '{count} reminder', other: '{count} reminders' },
      title: 'Reminders',
      none: 'No reminders',
      seen: 'Mark {name}’s reminder as seen',
      allSeen: 'Mark all as seen',
      open: 'Message {name}',
    },
  },
  es: {
    bell: {
      count: { one: '{count} recordatorio', other: '{count} recordatorios' },
      title: 'Recordatorios',
      none: 'Ningún recordatorio',
      seen: 'Ya vi el recordatorio de {name}',
      allSeen: 'Ya vi todos',
      open: 'Conversar con {name}',
    },
  },
  tr: {
    bell: {
      count: { one: '{count} hatırlatma', other: '{count} hatırlatma' },
      title: 'Hatırlatmalar',
      none: 'Hatırlatma yok',
      seen: '{name} hatırlatmasını gördüm',
      allSeen: 'Hepsini gördüm',
      open: '{name} ile yazış',
    },
  },
})
