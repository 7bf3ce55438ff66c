import { defineErrors } from '../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const outboundErrors = defineErrors(translations, {
  ERR_NO_OPT_OUT_FOUND: { status: 404, text: 'Este número não está na lista de descadastrados.' },
})
