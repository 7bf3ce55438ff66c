/** Words of the ticket log. */
import { defineTexts } from '../../../shared/i18n/define'

export const logTexts = defineTexts('ticketLog', (language) => import(`./log.${language}.json`), {
  escalation: {
    queue: 'Ninguém viu: fila avisada',
    supervisor: 'Ninguém viu: supervisor avisado',
    whatsapp: 'Ninguém viu: WhatsApp do supervisor',
    minutes: 'há {count} min',
  },
})
