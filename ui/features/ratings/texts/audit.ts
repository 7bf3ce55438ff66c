/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    ratings: {
      commentMessage: 'Pedido do comentário',
      asksComment: 'Pedir comentário',
      defaultQueueIds: 'Padrão nas filas (nº)',
      ratingCategory: 'Categoria de avaliação',
      description: 'Descrição',
    },
  },
  en: {
    ratings: {
      commentMessage: 'Comment request',
      asksComment: 'Ask for a comment',
      defaultQueueIds: 'Default in queues (no.)',
      ratingCategory: 'Rating category',
      description: 'Description',
    },
  },
  es: {
    ratings: {
      commentMessage: 'Petición del comentario',
      asksComment: 'Pedir comentario',
      defaultQueueIds: 'Predeterminada en colas (n.º)',
      ratingCategory: 'Categoría de evaluación',
      description: 'Descripción',
    },
  },
  tr: {
    ratings: {
      commentMessage: 'Yorum isteği',
      asksComment: 'Yorum iste',
      defaultQueueIds: 'Kuyruklarda varsayılan (no.)',
      ratingCategory: 'Değerlendirme kategorisi',
      description: 'Açıklama',
    },
  },
})
