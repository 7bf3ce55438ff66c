import { defineErrors } from '../../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const pageErrors = defineErrors(translations, {
  ERR_META_SIGN_IN_OFF: {
    status: 409,
    text: 'Esta instalação ainda não tem um aplicativo da Meta: o operador informa o ID e a chave em Instalação.',
  },
  /** Used already, too old, or begun by somebody else. */
  ERR_META_SIGN_IN_STATE: {
    status: 409,
    text: 'Esta entrada na Meta já foi usada ou passou do tempo: comece de novo.',
  },
  /** `details`: `answer`, Meta's own words. */
  ERR_META_SIGN_IN_FAILED: { status: 409, text: 'A Meta não confirmou a entrada. Comece de novo.' },
  ERR_META_REQUEST: { status: 401, text: 'Este pedido não foi assinado pela Meta.' },
  ERR_META_FILE: { status: 401, text: 'Este endereço não vale mais.' },
  ERR_NO_DELETION_FOUND: { status: 404, text: 'Não há pedido de exclusão com este código.' },
})
