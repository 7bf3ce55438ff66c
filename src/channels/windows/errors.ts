import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

/** Why a messenger with reply windows would not take our message. `details.closedAt`: null if the contact never wrote. */
export const windowErrors = defineErrors(translations, {
  /** Nothing may be sent. */
  ERR_WINDOW_CLOSED: {
    status: 409,
    text: 'O prazo para responder por este canal acabou. Ele abre de novo quando o contato escrever.',
  },
  /** An attendant may still write. */
  ERR_WINDOW_PEOPLE: {
    status: 409,
    text: 'A janela de 24 h fechou: neste canal só um atendente ainda pode responder, por 7 dias.',
  },
  /** An approved template may be sent. */
  ERR_WINDOW_TEMPLATE: {
    status: 409,
    text: 'A janela de 24 h está fechada: no WhatsApp oficial, só um modelo aprovado reabre a conversa.',
  },
})
