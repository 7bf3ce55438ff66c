/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    email: {
      emailTemplate: 'Modelo de e-mail',
    },
  },
  en: {
    email: {
      emailTemplate: 'Email template',
    },
  },
  es: {
    email: {
      emailTemplate: 'Plantilla de correo',
    },
  },
  tr: {
    email: {
      emailTemplate: 'E-posta şablonu',
    },
  },
})
