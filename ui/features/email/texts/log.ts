/** Words of the ticket log. */
import { defineTexts } from '../../../shared/i18n/define'

export const logTexts = defineTexts('ticketLog', {
  'pt-BR': {
    email: {
      sent: 'E-mail enviado',
    },
  },
  en: {
    email: {
      sent: 'Email sent',
    },
  },
  es: {
    email: {
      sent: 'Correo enviado',
    },
  },
  tr: {
    email: {
      sent: 'E-posta gönderildi',
    },
  },
})
