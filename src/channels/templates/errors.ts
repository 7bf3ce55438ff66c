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
  ERR_TEMPLATE_CAROUSEL: {
    status: 409,
    text: 'Este modelo é um carrossel: cada cartão pede foto e texto próprios, que o Balcão não preenche.',
  },
  ERR_TEMPLATE_OFFER: {
    status: 409,
    text: 'Este modelo é uma oferta por tempo limitado: ele pede código e hora de fim, que o Balcão não preenche.',
  },
  ERR_TEMPLATE_CATALOG: {
    status: 409,
    text: 'Este modelo mostra produtos do catálogo da Meta, ao qual o Balcão não se liga.',
  },
  ERR_TEMPLATE_FLOW: {
    status: 409,
    text: 'Este modelo abre um formulário (Flow) da Meta, cujas respostas o Balcão não lê.',
  },
  ERR_TEMPLATE_ORDER: { status: 409, text: 'Este modelo cobra um pedido dentro do WhatsApp, o que o Balcão não faz.' },
  ERR_TEMPLATE_CALL: { status: 409, text: 'Este modelo oferece uma ligação pelo WhatsApp, que o Balcão não atende.' },
  ERR_TEMPLATE_PLACE: { status: 409, text: 'Este modelo tem um mapa no topo, que o Balcão não preenche.' },
  /** A part of a later version. */
  ERR_TEMPLATE_UNSUPPORTED: { status: 409, text: 'Este modelo tem uma parte nova da Meta, que o Balcão não conhece.' },
  /** `details`: per variable what is wrong with it, whether there are too many, and whether the text is too long. */
  ERR_TEMPLATE_VARIABLES: {
    status: 422,
    text: 'Falta um valor do modelo, ou a Meta não o aceita: nenhum pode ficar vazio, ter quebra de linha ou passar do limite.',
  },
  ERR_TEMPLATE_FIXED: { status: 409, text: 'A Meta escreve o texto dos modelos de autenticação: ele não muda aqui.' },
  /** `details.reason`: in Meta's words. */
  ERR_TEMPLATE_REFUSED: { status: 422, text: 'A Meta não aceitou este modelo.' },
  /** Meta could not be reached, or refused the connection's access. */
  ERR_TEMPLATES_UNREACHABLE: {
    status: 503,
    text: 'Não foi possível falar com a Meta agora. Tente de novo em instantes.',
  },
})
