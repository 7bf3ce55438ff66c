import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const apiErrors = defineErrors(translations, {
  ERR_API_TOKEN: {
    status: 401,
    text: 'Token desconhecido. Use o token de uma conexão ou de uma fila, criado em API de mensagens.',
  },
  ERR_API_TOKEN_KIND: {
    status: 401,
    text: 'Este é o token de uma sessão do sistema. A API externa pede o token de uma conexão ou de uma fila.',
  },
  ERR_API_TOKEN_ADDRESS: { status: 403, text: 'Este token não é deste endereço.' },
  ERR_API_TOKEN_REVOKED: { status: 401, text: 'Este token foi revogado ou renovado.' },
  ERR_API_TOKEN_EXPIRED: { status: 401, text: 'A validade deste token terminou.' },
  /** `details.scope`: the missing permission. */
  ERR_API_SCOPE: { status: 403, text: 'Este token não permite essa operação.' },
  ERR_NO_API_TOKEN_FOUND: { status: 404, text: 'Token não encontrado.' },
  /** `details.most`: active tokens per company. */
  ERR_API_TOKEN_LIMIT: { status: 409, text: 'A empresa já tem tokens demais: revogue os que não usa.' },
  ERR_NO_API_SEND_FOUND: { status: 404, text: 'Envio não encontrado.' },
  /** The key belongs to another request, whose id is in `details`. */
  ERR_IDEMPOTENCY_KEY_REUSED: { status: 409, text: 'Esta Idempotency-Key já foi usada com outro conteúdo.' },
  ERR_API_OPTED_OUT: { status: 422, text: 'O contato pediu para não receber mensagens automáticas.' },
  ERR_API_CONTACT_BLOCKED: { status: 422, text: 'O contato está bloqueado.' },
})
