import { defineErrors } from '../../errors'

export const scheduleErrors = defineErrors({
  ERR_NO_SCHEDULE_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Agendamento não encontrado.',
      en: 'Scheduled message not found.',
      es: 'Mensaje programado no encontrado.',
      tr: 'Zamanlanmış mesaj bulunamadı.',
    },
  },
  /** It is being sent, was sent, or has failed. */
  ERR_SCHEDULE_LOCKED: {
    status: 409,
    texts: {
      'pt-BR': 'Este agendamento já foi processado e não pode mais ser alterado.',
      en: 'This message has already been processed and can no longer be changed.',
      es: 'Este mensaje ya fue procesado y no se puede cambiar.',
      tr: 'Bu kayıt zaten işlendi ve artık değiştirilemez.',
    },
  },
  /** `details.most`: schedules per company. */
  ERR_SCHEDULE_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'A empresa já tem o máximo de agendamentos.',
      en: 'The company has reached its limit of scheduled messages.',
      es: 'La empresa ya tiene el máximo de mensajes programados.',
      tr: 'Şirketin zamanlanmış mesaj sayısı sınıra ulaştı.',
    },
  },
})
