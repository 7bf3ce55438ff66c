/** Words of the ticket log. */
import { defineTexts } from '../../../shared/i18n/define'

export const logTexts = defineTexts('ticketLog', (language) => import(`./log.${language}.json`), {
  campaigns: { answered: 'Respondeu à campanha' },
})
