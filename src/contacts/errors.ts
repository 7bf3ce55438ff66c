import { defineErrors } from '../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const contactErrors = defineErrors(translations, {
  ERR_NO_CATEGORY_FOUND: { status: 404, text: 'Não foi possível realizar a operação: esta categoria não existe mais.' },
  ERR_USERNAME_UNKNOWN: { status: 404, text: 'Ninguém no WhatsApp usa esse nome de usuário.' },
  /** The username is protected by a key; `details` says whether one was given. */
  ERR_USERNAME_KEY: { status: 409, text: 'Este nome de usuário é protegido: peça à pessoa a chave de 4 dígitos.' },
  /** A contact with an active ticket cannot be deleted; `details` names the attendant. */
  ERR_CONTACT_HAS_TICKET: {
    status: 409,
    text: 'Este contato tem um atendimento em aberto: resolva-o antes de excluir.',
  },
})
