import { defineErrors } from '../../errors'

export const ratingErrors = defineErrors({
  ERR_NO_RATING_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Avaliação não encontrada.',
      en: 'Rating not found.',
      es: 'Evaluación no encontrada.',
      tr: 'Değerlendirme bulunamadı.',
    },
  },
  ERR_NO_RATING_CATEGORY_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Categoria de avaliação não encontrada.',
      en: 'Rating category not found.',
      es: 'Categoría de evaluación no encontrada.',
      tr: 'Değerlendirme kategorisi bulunamadı.',
    },
  },
  /** Somebody switched it off since the dialog was opened. */
  ERR_RATING_INACTIVE: {
    status: 409,
    texts: {
      'pt-BR': 'Esta avaliação está desativada. Escolha outra.',
      en: 'This rating is inactive. Choose another one.',
      es: 'Esta evaluación está desactivada. Elija otra.',
      tr: 'Bu değerlendirme kapatılmış. Başka birini seçin.',
    },
  },
})
