import { defineErrors } from '../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

/** `details` of the last three names the option's field, such as `options.3.message`. */
export const queueErrors = defineErrors(translations, {
  ERR_NO_QUEUE_OPTION_FOUND: { status: 404, text: 'Esta opção não existe mais.' },
  ERR_QUEUE_OPTION_INCOMPLETE: { status: 422, text: 'Opção não salva, preencha todos os dados.' },
  ERR_QUEUE_OPTION_PLACE: {
    status: 422,
    text: 'Uma opção não pode ficar aí: ela estaria dentro de si mesma ou fundo demais.',
  },
  ERR_QUEUE_OPTION_LIMIT: { status: 422, text: 'Uma fila tem no máximo 500 opções.' },
})
