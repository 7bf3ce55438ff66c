/** Words of the ticket log. */
import { defineTexts } from '../../../shared/i18n/define'

export const logTexts = defineTexts('ticketLog', {
  'pt-BR': {
    campaigns: {
      answered: 'Respondeu à campanha',
    },
  },
  en: {
    campaigns: {
      answered: 'Answered a campaign',
    },
  },
  es: {
    campaigns: {
      answered: 'Respondió a la campaña',
    },
  },
  tr: {
    campaigns: {
      answered: 'Kampanyaya yanıt verdi',
    },
  },
})
