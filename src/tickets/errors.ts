import { defineErrors } from '../errors'

/** Why a ticket cannot move. */
export const ticketErrors = defineErrors({
  ERR_TRANSFER_GROUP: {
    status: 409,
    texts: {
      'pt-BR': 'A conversa de um grupo fica na conexão que participa dele.',
      en: 'A group conversation stays on the connection that belongs to the group.',
      es: 'La conversación de un grupo queda en la conexión que participa en él.',
      tr: 'Bir grubun konuşması, grupta bulunan bağlantıda kalır.',
    },
  },
  ERR_TRANSFER_HIDDEN_NUMBER: {
    status: 409,
    texts: {
      'pt-BR': 'O número deste contato não é conhecido: só a conexão atual fala com ele.',
      en: 'This contact’s number is hidden: only the current connection can reach them.',
      es: 'No se conoce el número de este contacto: solo la conexión actual llega a él.',
      tr: 'Bu kişinin numarası bilinmiyor: ona yalnızca şimdiki bağlantı ulaşır.',
    },
  },
  ERR_UNDO_TOO_LATE: {
    status: 409,
    texts: {
      'pt-BR': 'O tempo para desfazer esta transferência acabou.',
      en: 'It is too late to undo this transfer.',
      es: 'Ya pasó el tiempo para deshacer esta transferencia.',
      tr: 'Bu aktarmayı geri almak için çok geç.',
    },
  },
  ERR_UNDO_TAKEN: {
    status: 409,
    texts: {
      'pt-BR': 'Não dá mais para desfazer: alguém já mexeu neste atendimento.',
      en: 'This can no longer be undone: someone has already acted on this conversation.',
      es: 'Ya no se puede deshacer: alguien ya actuó en esta conversación.',
      tr: 'Artık geri alınamaz: biri bu görüşmede işlem yaptı.',
    },
  },
  ERR_CONNECTION_NOT_OF_USER: {
    status: 422,
    texts: {
      'pt-BR': 'O atendente não tem acesso a essa conexão.',
      en: 'The attendant does not have access to that connection.',
      es: 'El agente no tiene acceso a esa conexión.',
      tr: 'Temsilcinin bu bağlantıya erişimi yok.',
    },
  },
})
