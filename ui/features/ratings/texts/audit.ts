/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', (language) => import(`./audit.${language}.json`), {
  ratings: {
    commentMessage: 'Pedido do comentário',
    asksComment: 'Pedir comentário',
    defaultQueueIds: 'Padrão nas filas (nº)',
    ratingCategory: 'Categoria de avaliação',
    description: 'Descrição',
  },
})
