import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const chatErrors = defineErrors(translations, {
  /** Also for users who are not members. */
  ERR_NO_CHAT_FOUND: { status: 404, text: 'Chat não encontrado.' },
  /** The company has reached the maximum, which is in `details`. */
  ERR_CHAT_LIMIT: { status: 409, text: 'A empresa já tem chats demais: exclua os que não usa.' },
})
