import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const mailSignInErrors = defineErrors(translations, {
  /** The operator has not registered an app with this provider. */
  ERR_MAIL_SIGN_IN_OFF: {
    status: 409,
    text: 'Esta instalação ainda não tem um aplicativo registrado neste provedor: o operador faz isso em Ajustes da instalação.',
  },
  /** Used already, older than ten minutes, or begun by somebody else. */
  ERR_MAIL_SIGN_IN_STATE: { status: 409, text: 'Esta entrada já foi usada ou passou do tempo: comece de novo.' },
  /** `details`: `fault` of `signInFaults`, and `answer`, the provider's own words. */
  ERR_MAIL_SIGN_IN_FAILED: { status: 409, text: 'A entrada na conta de e-mail não deu certo.' },
})
