import { defineErrors } from '../../errors'

export const dashboardErrors = defineErrors({
  /** The specification's text. */
  ERR_PERIOD_REQUIRED: {
    status: 400,
    texts: {
      'pt-BR': 'Parametrize o filtro',
      en: 'Choose a period of at most two years',
      es: 'Elija un período de dos años como máximo',
      tr: 'En çok iki yıllık bir dönem seçin',
    },
  },
})
