/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    announcements: {
      status: 'Ativa',
    },
  },
  en: {
    announcements: {
      status: 'Active',
    },
  },
  es: {
    announcements: {
      status: 'Activa',
    },
  },
  tr: {
    announcements: {
      status: 'Etkin',
    },
  },
})
