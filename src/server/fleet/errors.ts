import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const controlErrors = defineErrors(translations, {
  /** Another node owns control.db, or is about to. Nothing was written. */
  ERR_CONTROL_ELSEWHERE: {
    status: 503,
    text: 'Os dados da instalação estão mudando de servidor. Nada foi alterado; tente de novo em alguns segundos.',
  },
  /** No node that owns control.db has answered, and it may have written what it was asked for. */
  ERR_CONTROL_UNREACHED: {
    status: 503,
    text: 'O servidor com os dados da instalação não responde. Confira se a alteração foi feita antes de repetir.',
  },
})
