import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const emailErrors = defineErrors(translations, {
  ERR_NO_EMAIL_FOUND: { status: 404, text: 'E-mail não encontrado.' },
  /** `details`: how many files, and bytes in all, an e-mail may have. */
  ERR_EMAIL_FILES: { status: 413, text: 'Anexos demais: no máximo 10 arquivos, com 10 MB ao todo.' },
  ERR_EMAIL_FILE_GONE: { status: 409, text: 'Um anexo não está mais no servidor: tire-o e anexe de novo.' },
  ERR_EMAIL_NOT_CONFIGURED: {
    status: 409,
    text: 'O servidor de e-mail da empresa não está configurado: um administrador faz isso em Configurações, Integrações.',
  },
  /** The company's account at Google or Microsoft has to be signed in again. */
  ERR_EMAIL_SIGNED_OUT: {
    status: 409,
    text: 'A conta de e-mail da empresa saiu: um administrador precisa entrar de novo em Configurações, Integrações.',
  },
  /** No password is stored, and none came with the e-mail. */
  ERR_EMAIL_PASSWORD: { status: 409, text: 'A empresa não guardou a senha do e-mail: digite-a para este envio.' },
  /** A typed password is never stored, so it cannot be used for a later e-mail. */
  ERR_EMAIL_PASSWORD_STORED: {
    status: 409,
    text: 'Para agendar, a senha do e-mail precisa estar guardada em Configurações, Integrações.',
  },
  /** It is being sent, or was sent. */
  ERR_EMAIL_LOCKED: { status: 409, text: 'Este e-mail já começou a sair e não pode mais ser alterado.' },
  /** No copy failed, or it was retried meanwhile. */
  ERR_EMAIL_NOTHING_TO_RETRY: { status: 409, text: 'Não há envio com falha neste e-mail.' },
  /** `details`: `limit`, how many are `left`, and `at`, when there is room for all `recipients`; `time` is its time of day. */
  ERR_EMAIL_HOURLY_LIMIT: {
    status: 429,
    text: 'Cada pessoa envia a {limit} destinatários por hora: agora restam {left}, e às {time} cabem todos.',
  },
  /** `details`: the `recipients` of the e-mail and the `limit`. */
  ERR_EMAIL_OVER_HOURLY_LIMIT: {
    status: 409,
    text: 'São {recipients} destinatários, e cada pessoa envia a {limit} por hora: divida o envio ou agende-o.',
  },
  ERR_EMAIL_TWICE: { status: 409, text: 'Este endereço já está na lista de quem recebe.' },
  /** A mail server wrote it, or it names no address. */
  ERR_EMAIL_NO_REPLY: { status: 409, text: 'Esta mensagem não pode ser respondida.' },
  ERR_NO_EMAIL_TEMPLATE_FOUND: { status: 404, text: 'Modelo de e-mail não encontrado.' },
  ERR_EMAIL_TEMPLATE_EXISTS: { status: 409, text: 'Já existe um modelo de e-mail com este nome.' },
  /** `details.most`: templates per company. */
  ERR_EMAIL_TEMPLATE_LIMIT: { status: 409, text: 'A empresa já tem o máximo de modelos de e-mail.' },
  /** `details.most`: e-mails per company. */
  ERR_EMAIL_LIMIT: { status: 409, text: 'A empresa já tem o máximo de e-mails guardados.' },
})
