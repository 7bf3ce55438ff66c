import { defineErrors } from '../../errors'

export const chatErrors = defineErrors({
  /** Also for users who are not members. */
  ERR_NO_CHAT_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Chat não encontrado.',
      en: 'Chat not found.',
      es: 'Chat no encontrado.',
      tr: 'Sohbet bulunamadı.',
    },
  },
  /** The company has reached the maximum, which is in `details`. */
  ERR_CHAT_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'A empresa já tem chats demais: exclua os que não usa.',
      en: 'The company has too many chats: delete those you no longer use.',
      es: 'La empresa ya tiene demasiados chats: elimine los que no usa.',
      tr: 'Şirketin zaten çok fazla sohbeti var: kullanılmayanları silin.',
    },
  },
})
