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
  /** `details`: the address, if it is one, and what went wrong. */
  ERR_API_MEDIA_URL: {
    status: 422,
    texts: {
      'pt-BR':
        'Não foi possível baixar o arquivo: use um endereço https público que leve ao próprio arquivo, não a uma página. Ou envie o arquivo como formulário (multipart), no campo medias.',
      en: 'The file could not be downloaded: use a public https address that leads to the file itself, not to a page. Or send the file as multipart form data, in the field medias.',
      es: 'No se pudo descargar el archivo: use una dirección https pública que lleve al propio archivo, no a una página. O envíe el archivo como formulario (multipart), en el campo medias.',
      tr: 'Dosya indirilemedi: bir sayfaya değil, dosyanın kendisine götüren herkese açık bir https adresi kullanın. Ya da dosyayı form (multipart) olarak, medias alanında gönderin.',
    },
  },
})
