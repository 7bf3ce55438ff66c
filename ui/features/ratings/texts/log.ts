/** Words of the ticket log. */
import { defineTexts } from '../../../shared/i18n/define'

export const logTexts = defineTexts('ticketLog', {
  'pt-BR': {
    ratings: {
      asked: 'Avaliação pedida',
      rated: 'Avaliação recebida',
      commented: 'Comentário da avaliação',
    },
  },
  en: {
    ratings: {
      asked: 'Rating requested',
      rated: 'Rating received',
      commented: 'Comment on the rating',
    },
  },
  es: {
    ratings: {
      asked: 'Evaluación pedida',
      rated: 'Evaluación recibida',
      commented: 'Comentario de la evaluación',
    },
  },
  tr: {
    ratings: {
      asked: 'Değerlendirme istendi',
      rated: 'Değerlendirme alındı',
      commented: 'Değerlendirme yorumu',
    },
  },
})
