import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const flowErrors = defineErrors(translations, {
  ERR_NO_FLOW_FOUND: { status: 404, text: 'Fluxo não encontrado.' },
  ERR_FLOW_CHANGED: { status: 409, text: 'Outra pessoa mudou este fluxo. Carregue de novo para ver as mudanças.' },
  /** `details`: the problems, as `check` returns them. */
  ERR_FLOW_FAULTY: { status: 422, text: 'O fluxo tem erros e ainda não pode ser publicado.' },
  /** `details.most`: characters. */
  ERR_FLOW_TOO_LARGE: { status: 413, text: 'O fluxo é grande demais: divida em dois.' },
  /** `details.most`: files, or secrets, of a flow. */
  ERR_FLOW_LIMIT: { status: 409, text: 'O fluxo já tem arquivos ou segredos demais.' },
})
