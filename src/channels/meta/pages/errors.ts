import { defineErrors } from '../../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const pageErrors = defineErrors(translations, {
  ERR_META_REQUEST: { status: 401, text: 'Este pedido não foi assinado pela Meta.' },
  ERR_META_FILE: { status: 401, text: 'Este endereço não vale mais.' },
  ERR_NO_DELETION_FOUND: { status: 404, text: 'Não há pedido de exclusão com este código.' },
})
