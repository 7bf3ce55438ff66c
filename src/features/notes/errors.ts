import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const noteErrors = defineErrors(translations, {
  ERR_NO_NOTE_FOUND: { status: 404, text: 'Observação não encontrada.' },
  /** `details.most`: notes per contact. */
  ERR_NOTE_LIMIT: { status: 409, text: 'O contato já tem observações demais: exclua as que não servem mais.' },
})
