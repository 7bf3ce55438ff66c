/** Words of the ticket log. */
import { defineTexts } from '../../../shared/i18n/define'

export const logTexts = defineTexts('ticketLog', (language) => import(`./log.${language}.json`), {
  ratings: { asked: 'Avaliação pedida', rated: 'Avaliação recebida', commented: 'Comentário da avaliação' },
})
