/** Words of the ticket log. */
import { defineTexts } from '../../../shared/i18n/define'

export const logTexts = defineTexts('ticketLog', {
  'pt-BR': {
    integrations: {
      started: 'Integração iniciada',
      answered: { one: 'Integração enviou {count} mensagem', other: 'Integração enviou {count} mensagens' },
      failed: 'A integração não respondeu',
      ignored: 'A integração citou o que não existe',
    },
  },
  en: {
    integrations: {
      started: 'Integration started',
      answered: { one: 'Integration sent {count} message', other: 'Integration sent {count} messages' },
      failed: 'The integration did not answer',
      ignored: 'The integration named something unknown',
    },
  },
  es: {
    integrations: {
      started: 'Integración iniciada',
      answered: { one: 'La integración envió {count} mensaje', other: 'La integración envió {count} mensajes' },
      failed: 'La integración no respondió',
      ignored: 'La integración nombró algo que no existe',
    },
  },
  tr: {
    integrations: {
      started: 'Entegrasyon başladı',
      answered: { one: 'Entegrasyon {count} mesaj gönderdi', other: 'Entegrasyon {count} mesaj gönderdi' },
      failed: 'Entegrasyon yanıt vermedi',
      ignored: 'Entegrasyon olmayan bir şeyi belirtti',
    },
  },
})
