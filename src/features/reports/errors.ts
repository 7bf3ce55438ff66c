import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const reportErrors = defineErrors(translations, {
  ERR_REPORT_PERIOD: { status: 400, text: 'Escolha um período válido, de no máximo dez anos' },
  /** Also for views of others. */
  ERR_NO_REPORT_VIEW_FOUND: { status: 404, text: 'Visão não encontrada.' },
  /** `details.most`: views per person. */
  ERR_REPORT_VIEW_LIMIT: { status: 409, text: 'Você já tem o máximo de visões salvas: exclua algumas.' },
})
