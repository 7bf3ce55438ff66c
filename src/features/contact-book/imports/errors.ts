import { defineErrors } from '../../../errors'

export const phoneErrors = defineErrors({
  ERR_PHONE_BOOK: {
    status: 503,
    texts: {
      'pt-BR': 'O telefone não entregou a agenda agora. Tente de novo em um minuto.',
      en: 'The phone did not send its address book. Try again in a minute.',
      es: 'El teléfono no entregó la agenda ahora. Inténtelo de nuevo en un minuto.',
      tr: 'Telefon rehberini şu anda vermedi. Bir dakika sonra yeniden deneyin.',
    },
  },
})
