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
})
