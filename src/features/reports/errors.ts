import { defineErrors } from '../../errors'

export const reportErrors = defineErrors({
  ERR_REPORT_PERIOD: {
    status: 400,
    texts: {
      'pt-BR': 'Escolha um período válido, de no máximo dez anos',
      en: 'Choose a valid period of at most ten years',
      es: 'Elija un período válido de diez años como máximo',
      tr: 'En çok on yıllık geçerli bir dönem seçin',
    },
  },
  /** Also for views of others. */
  ERR_NO_REPORT_VIEW_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Visão não encontrada.',
      en: 'View not found.',
      es: 'Vista no encontrada.',
      tr: 'Görünüm bulunamadı.',
    },
  },
  /** `details.most`: views per person. */
  ERR_REPORT_VIEW_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'Você já tem o máximo de visões salvas: exclua algumas.',
      en: 'You have reached the limit of saved views: delete some.',
      es: 'Ya tiene el máximo de vistas guardadas: elimine algunas.',
      tr: 'Kayıtlı görünüm sınırına ulaştınız: birkaçını silin.',
    },
  },
})
