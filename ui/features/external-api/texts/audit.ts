/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    messagesApi: {
      apiToken: 'Token da API',
      revoke: 'revogação',
    },
  },
  en: {
    messagesApi: {
      apiToken: 'API token',
      revoke: 'revoked',
    },
  },
  es: {
    messagesApi: {
      apiToken: 'Token de la API',
      revoke: 'revocación',
    },
  },
  tr: {
    messagesApi: {
      apiToken: 'API token',
      revoke: 'iptal edildi',
    },
  },
})
