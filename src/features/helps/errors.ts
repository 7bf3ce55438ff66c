import { defineErrors } from '../../errors'

export const helpErrors = defineErrors({
  ERR_NO_HELP_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Vídeo de ajuda não encontrado.',
      en: 'Help video not found.',
      es: 'Video de ayuda no encontrado.',
      tr: 'Yardım videosu bulunamadı.',
    },
  },
  /** `details` has the maximum. */
  ERR_HELP_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'Já existe o máximo de vídeos de ajuda: exclua os que não servem mais.',
      en: 'There are as many help videos as there can be: delete those you no longer need.',
      es: 'Ya existe el máximo de videos de ayuda: elimine los que ya no sirven.',
      tr: 'Yardım videosu sayısı sınıra ulaştı: artık gerekmeyenleri silin.',
    },
  },
})
