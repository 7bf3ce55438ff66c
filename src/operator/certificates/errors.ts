import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const installationErrors = defineErrors(translations, {
  ERR_CERTIFICATE_WAIT: { status: 409, text: 'A autoridade pediu para esperar: a próxima tentativa já está marcada.' },
  ERR_CERTIFICATE_FILES: { status: 400, text: 'Os arquivos não podem ser lidos, ou a chave não é a do certificado.' },
})
