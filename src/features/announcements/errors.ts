import { defineErrors } from '../../errors'

export const announcementErrors = defineErrors({
  ERR_NO_ANNOUNCEMENT_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Comunicado não encontrado.',
      en: 'Announcement not found.',
      es: 'Comunicado no encontrado.',
      tr: 'Duyuru bulunamadı.',
    },
  },
  /** `details` has the maximum. */
  ERR_ANNOUNCEMENT_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'Já existe o máximo de comunicados: exclua os que não servem mais.',
      en: 'There are as many announcements as there can be: delete those you no longer need.',
      es: 'Ya existe el máximo de comunicados: elimine los que ya no sirven.',
      tr: 'Duyuru sayısı sınıra ulaştı: artık gerekmeyenleri silin.',
    },
  },
})
