import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const aiErrors = defineErrors(translations, {
  ERR_AI_NOT_CONFIGURED: {
    status: 409,
    text: 'Nenhuma IA está configurada: um administrador pode fazer isso em Configurações, Integrações.',
  },
  /** The company's address is not https, or not a public internet address. */
  ERR_AI_ADDRESS: { status: 409, text: 'O endereço da IA precisa começar com https:// e estar na internet.' },
  ERR_AI_KEY: { status: 409, text: 'O serviço de IA não aceitou a chave.' },
  /** The service reports its rate limit, or no credit left. */
  ERR_AI_QUOTA: { status: 409, text: 'O serviço de IA atingiu o limite de uso ou está sem créditos.' },
  /** `details` has the HTTP status. */
  ERR_AI_REFUSED: { status: 409, text: 'O serviço de IA recusou o pedido: confira o endereço e o modelo.' },
  ERR_AI_TIMEOUT: { status: 503, text: 'A IA demorou demais. Tente de novo.' },
  ERR_AI_UNREACHABLE: { status: 503, text: 'O serviço de IA não respondeu.' },
  /** Unusable answer: empty, truncated, too long or malformed. */
  ERR_AI_ANSWER: { status: 503, text: 'A resposta da IA não pôde ser usada. Tente de novo.' },
  /** The conversation has no message to answer. */
  ERR_AI_NOTHING_SAID: { status: 409, text: 'Ainda não há mensagens de texto nesta conversa.' },
  /** Also for another user’s. */
  ERR_NO_AI_CHAT_FOUND: { status: 404, text: 'Conversa não encontrada.' },
  /** `details` has the maximum. */
  ERR_AI_CHAT_LIMIT: { status: 409, text: 'Você já tem conversas demais com a IA: apague as que não usa.' },
  /** `details` has the maximum number of questions. */
  ERR_AI_CHAT_LONG: { status: 409, text: 'Esta conversa ficou longa demais: comece outra.' },
  /** Another answer is being written. */
  ERR_AI_BUSY: { status: 409, text: 'A IA ainda está escrevendo outra resposta: espere ou interrompa.' },
})
