import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const metaErrors = defineErrors(translations, {
  /** Meta did not accept a value; `details` has the field, and the findings of the check. */
  ERR_META_VALUES: { status: 422, text: 'A Meta não aceitou estes valores. Veja na conferência qual deles.' },
  ERR_META_SILENT: { status: 503, text: 'A Meta não respondeu. Tente de novo em alguns minutos.' },
  /** Of a webhook: missing, malformed or wrong. */
  ERR_META_SIGNATURE: { status: 401, text: 'A assinatura deste webhook não confere.' },
  /** The account belongs to another connection, perhaps of another company. */
  ERR_META_IN_USE: { status: 409, text: 'Este número ou esta página já está ligada a outra conexão.' },
  ERR_META_SIGN_IN_OFF: {
    status: 409,
    text: 'Esta instalação ainda não tem um aplicativo da Meta: o operador informa o ID e a chave em Ajustes da instalação.',
  },
  /** Used already, too old, or begun by somebody else. */
  ERR_META_SIGN_IN_STATE: {
    status: 409,
    text: 'Esta entrada na Meta já foi usada ou passou do tempo: comece de novo.',
  },
  /** `details`: `answer`, Meta's own words. */
  ERR_META_SIGN_IN_FAILED: { status: 409, text: 'A Meta não confirmou a entrada. Comece de novo.' },
  ERR_META_SIGN_UP_OFF: {
    status: 409,
    text: 'Esta instalação ainda não tem o cadastro de números da Meta: o operador o informa em Ajustes da instalação.',
  },
})
