import { defineErrors } from '../../errors'

export const tagErrors = defineErrors({
  ERR_NO_TAG_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Etiqueta não encontrada.',
      en: 'Tag not found.',
      es: 'Etiqueta no encontrada.',
      tr: 'Etiket bulunamadı.',
    },
  },
  /** `details.most`: tags per company. */
  ERR_TAG_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'A empresa já tem etiquetas demais: exclua as que não usa.',
      en: 'The company has too many tags: delete those you no longer use.',
      es: 'La empresa ya tiene demasiadas etiquetas: elimine las que no usa.',
      tr: 'Şirketin zaten çok fazla etiketi var: kullanılmayanları silin.',
    },
  },
  /** `details.most`: tags per ticket. */
  ERR_TICKET_TAG_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'O atendimento já tem etiquetas demais.',
      en: 'This conversation has too many tags.',
      es: 'La conversación ya tiene demasiadas etiquetas.',
      tr: 'Görüşmenin zaten çok fazla etiketi var.',
    },
  },
})
