import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const announcementErrors = defineErrors(translations, {
  ERR_NO_ANNOUNCEMENT_FOUND: { status: 404, text: 'Comunicado não encontrado.' },
  /** `details` has the maximum. */
  ERR_ANNOUNCEMENT_LIMIT: { status: 409, text: 'Já existe o máximo de comunicados: exclua os que não servem mais.' },
})
