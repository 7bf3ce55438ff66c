import { defineErrors } from '../../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const phoneErrors = defineErrors(translations, {
  ERR_PHONE_BOOK: { status: 503, text: 'O telefone não entregou a agenda agora. Tente de novo em um minuto.' },
})
