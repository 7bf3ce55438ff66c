/** Words of the ticket log. */
import { defineTexts } from '../../../shared/i18n/define'

export const logTexts = defineTexts('ticketLog', {
  'pt-BR': {
    distribution: {
      distributed: 'Distribuído',
      notDistributed: 'Ficou na fila',
    },
  },
  en: {
    distribution: {
      distributed: 'Assigned automatically',
      notDistributed: 'Stayed in the queue',
    },
  },
  es: {
    distribution: {
      distributed: 'Distribuida',
      notDistributed: 'Quedó en la cola',
    },
  },
  tr: {
    distribution: {
      distributed: 'Dağıtıldı',
      notDistributed: 'Kuyrukta kaldı',
    },
  },
})
