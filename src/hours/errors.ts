import { defineErrors } from '../errors'

export const hoursErrors = defineErrors({
  ERR_NO_HOLIDAY_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Feriado não encontrado.',
      en: 'Holiday not found.',
      es: 'Feriado no encontrado.',
      tr: 'Tatil bulunamadı.',
    },
  },
  /** The day is already a holiday. */
  ERR_DUPLICATED_HOLIDAY: {
    status: 409,
    texts: {
      'pt-BR': 'Este dia já está na lista.',
      en: 'This day is already in the list.',
      es: 'Este día ya está en la lista.',
      tr: 'Bu gün zaten listede.',
    },
  },
  ERR_HOLIDAY_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'A lista está cheia. Exclua os feriados que já passaram.',
      en: 'The list is full. Delete past holidays.',
      es: 'La lista está llena. Elimine los feriados que ya pasaron.',
      tr: 'Liste dolu. Geçmiş tatilleri silin.',
    },
  },
})
