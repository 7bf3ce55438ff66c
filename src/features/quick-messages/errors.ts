import { defineErrors } from '../../errors'

export const quickMessageErrors = defineErrors({
  ERR_NO_QUICK_MESSAGE_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Mensagem rápida não encontrada.',
      en: 'Quick message not found.',
      es: 'Mensaje rápido no encontrado.',
      tr: 'Hızlı mesaj bulunamadı.',
    },
  },
  ERR_QUICK_MESSAGE_EXISTS: {
    status: 409,
    texts: {
      'pt-BR': 'Já existe uma mensagem rápida com este atalho.',
      en: 'A quick message with this shortcode already exists.',
      es: 'Ya existe un mensaje rápido con este atajo.',
      tr: 'Bu kısayolla bir hızlı mesaj zaten var.',
    },
  },
  /** `details.most`: quick messages per company. */
  ERR_QUICK_MESSAGE_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'A empresa já tem o máximo de mensagens rápidas.',
      en: 'The company has reached its limit of quick messages.',
      es: 'La empresa ya tiene el máximo de mensajes rápidos.',
      tr: 'Şirketin hızlı mesaj sayısı sınıra ulaştı.',
    },
  },
})
