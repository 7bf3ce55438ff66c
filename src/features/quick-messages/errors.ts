import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const quickMessageErrors = defineErrors(translations, {
  ERR_NO_QUICK_MESSAGE_FOUND: { status: 404, text: 'Mensagem rápida não encontrada.' },
  ERR_QUICK_MESSAGE_EXISTS: { status: 409, text: 'Já existe uma mensagem rápida com este atalho.' },
  /** `details.most`: quick messages per company. */
  ERR_QUICK_MESSAGE_LIMIT: { status: 409, text: 'A empresa já tem o máximo de mensagens rápidas.' },
})
