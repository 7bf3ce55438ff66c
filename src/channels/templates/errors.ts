import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const templateErrors = defineErrors(translations, {
  ERR_NO_TEMPLATE_FOUND: { status: 404, text: 'Modelo não encontrado nesta conexão.' },
  /** Only the official WhatsApp has them. */
  ERR_TEMPLATE_CHANNEL: { status: 409, text: 'Modelos existem só no WhatsApp oficial.' },
  /** `details`: its status and the reason, as Meta says them. */
  ERR_TEMPLATE_NOT_APPROVED: { status: 409, text: 'A Meta ainda não aprovou este modelo, ou o suspendeu.' },
  ERR_TEMPLATE_UNSUPPORTED: { status: 409, text: 'Este modelo tem partes que o Balcão não sabe preencher.' },
  /** `details`: per variable what is wrong with it, whether there are too many, and whether the text is too long. */
  ERR_TEMPLATE_VARIABLES: {
    status: 422,
    text: 'Falta um valor do modelo, ou a Meta não o aceita: nenhum pode ficar vazio, ter quebra de linha ou passar do limite.',
  },
  /** `details.reason`: in Meta's words. */
  ERR_TEMPLATE_REFUSED: { status: 422, text: 'A Meta não aceitou este modelo.' },
  /** Meta could not be reached, or refused the connection's access. */
  ERR_TEMPLATES_UNREACHABLE: {
    status: 503,
    text: 'Não foi possível falar com a Meta agora. Tente de novo em instantes.',
  },
})
