import { defineErrors } from '../../errors'

export const noteErrors = defineErrors({
  ERR_NO_NOTE_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Observação não encontrada.',
      en: 'Note not found.',
      es: 'Observación no encontrada.',
      tr: 'Not bulunamadı.',
    },
  },
  /** `details.most`: notes per contact. */
  ERR_NOTE_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'O contato já tem observações demais: exclua as que não servem mais.',
      en: 'This contact has too many notes: delete those you no longer need.',
      es: 'El contacto ya tiene demasiadas observaciones: elimine las que ya no sirven.',
      tr: 'Kişinin zaten çok fazla notu var: artık gerekmeyenleri silin.',
    },
  },
})
