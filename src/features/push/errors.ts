import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const pushErrors = defineErrors(translations, {
  ERR_NO_PUSH_DEVICE_FOUND: { status: 404, text: 'Este aparelho não está mais na lista.' },
  ERR_PUSH_ACT: { status: 401, text: 'Este aviso não vale mais. Abra o Balcão.' },
  ERR_PUSH_ADDRESS: {
    status: 400,
    text: 'O serviço de avisos deste navegador não fica na internet pública: o servidor não pode chamá-lo.',
  },
})
