import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const dashboardErrors = defineErrors(translations, {
  /** The specification's text. */
  ERR_PERIOD_REQUIRED: { status: 400, text: 'Parametrize o filtro' },
})
