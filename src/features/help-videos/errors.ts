import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const helpErrors = defineErrors(translations, {
  ERR_NO_HELP_FOUND: { status: 404, text: 'Vídeo de ajuda não encontrado.' },
  /** `details` has the maximum. */
  ERR_HELP_LIMIT: { status: 409, text: 'Já existe o máximo de vídeos de ajuda: exclua os que não servem mais.' },
})
