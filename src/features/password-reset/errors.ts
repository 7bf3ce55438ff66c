import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const resetErrors = defineErrors(translations, {
  ERR_EMAIL_NOT_FOUND: { status: 404, text: 'Email não encontrado' },
  ERR_MAIL_NOT_CONFIGURED: {
    status: 503,
    text: 'Este servidor ainda não envia e-mails. Peça a um administrador que defina uma nova senha.',
  },
  ERR_MAIL_NOT_SENT: {
    status: 502,
    text: 'O e-mail não pôde ser enviado. Tente de novo em alguns minutos ou fale com um administrador.',
  },
  /** `details` has the remaining tries. */
  ERR_RESET_CODE_WRONG: { status: 422, text: 'Código incorreto. Confira o e-mail mais recente.' },
  ERR_RESET_CODE_EXPIRED: { status: 410, text: 'Este código não vale mais. Peça outro.' },
})
