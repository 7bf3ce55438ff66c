import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const tagErrors = defineErrors(translations, {
  ERR_NO_TAG_FOUND: { status: 404, text: 'Etiqueta não encontrada.' },
  /** `details.most`: tags per company. */
  ERR_TAG_LIMIT: { status: 409, text: 'A empresa já tem etiquetas demais: exclua as que não usa.' },
  /** `details.most`: tags per ticket. */
  ERR_TICKET_TAG_LIMIT: { status: 409, text: 'O atendimento já tem etiquetas demais.' },
})
