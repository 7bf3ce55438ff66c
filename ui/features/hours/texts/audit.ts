/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    hours: {
      closed: 'Fechado',
      holiday: 'Feriado',
      queue: 'Fila',
    },
  },
  en: {
    hours: {
      closed: 'Closed',
      holiday: 'Holiday',
      queue: 'Queue',
    },
  },
  es: {
    hours: {
      closed: 'Cerrado',
      holiday: 'Feriado',
      queue: 'Cola',
    },
  },
  tr: {
    hours: {
      closed: 'Kapalı',
      holiday: 'Tatil',
      queue: 'Kuyruk',
    },
  },
})
