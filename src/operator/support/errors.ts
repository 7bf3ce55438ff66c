import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const supportErrors = defineErrors(translations, {
  /** Nobody of the company has consented, or the time is over. */
  ERR_NO_CONSENT: { status: 403, text: 'Um administrador da empresa precisa permitir a entrada.' },
})
