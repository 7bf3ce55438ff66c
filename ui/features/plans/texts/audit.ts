/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    plans: {
      plan: 'Plano',
      menus: 'Menus',
    },
  },
  en: {
    plans: {
      plan: 'Plan',
      menus: 'Menus',
    },
  },
  es: {
    plans: {
      plan: 'Plan',
      menus: 'Menús',
    },
  },
  tr: {
    plans: {
      plan: 'Plan',
      menus: 'Menüler',
    },
  },
})
