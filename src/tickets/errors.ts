import { defineErrors } from '../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

/** Why a ticket cannot move. */
export const ticketErrors = defineErrors(translations, {
  ERR_TRANSFER_GROUP: { status: 409, text: 'A conversa de um grupo fica na conexão que participa dele.' },
  ERR_TRANSFER_HIDDEN_NUMBER: {
    status: 409,
    text: 'O número deste contato não é conhecido: só a conexão atual fala com ele.',
  },
  ERR_UNDO_TOO_LATE: { status: 409, text: 'O tempo para desfazer esta transferência acabou.' },
  ERR_UNDO_TAKEN: { status: 409, text: 'Não dá mais para desfazer: alguém já mexeu neste atendimento.' },
  /** `details` says what the channel lacks: channels/lacks.ts. */
  ERR_CHANNEL_LACKS: { status: 422, text: 'O canal desta conversa não aceita isso.' },
  ERR_CONNECTION_NOT_OF_USER: { status: 422, text: 'O atendente não tem acesso a essa conexão.' },
  /** `details`: the address, if it is one, and what went wrong. */
  ERR_API_MEDIA_URL: {
    status: 422,
    text: 'Não foi possível baixar o arquivo: use um endereço https público que leve ao próprio arquivo, não a uma página. Ou envie o arquivo como formulário (multipart), no campo medias.',
  },
})
