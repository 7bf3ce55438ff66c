import { defineErrors } from '../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const hoursErrors = defineErrors(translations, {
  ERR_NO_HOLIDAY_FOUND: { status: 404, text: 'Feriado não encontrado.' },
  /** The day is already a holiday. */
  ERR_DUPLICATED_HOLIDAY: { status: 409, text: 'Este dia já está na lista.' },
  ERR_HOLIDAY_LIMIT: { status: 409, text: 'A lista está cheia. Exclua os feriados que já passaram.' },
})
