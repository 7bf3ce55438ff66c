/** Words of the ticket log. */
import { defineTexts } from '../../../shared/i18n/define'

export const logTexts = defineTexts('ticketLog', (language) => import(`./log.${language}.json`), {
  integrations: {
    started: 'Integração iniciada',
    answered: { one: 'Integração enviou {count} mensagem', other: 'Integração enviou {count} mensagens' },
    failed: 'A integração não respondeu',
    ignored: 'A integração citou o que não existe',
  },
})
