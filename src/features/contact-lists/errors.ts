import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const listErrors = defineErrors(translations, {
  ERR_NO_CONTACT_LIST_FOUND: { status: 404, text: 'Lista de contatos não encontrada.' },
  ERR_NO_LIST_ITEM_FOUND: { status: 404, text: 'Este contato não está na lista.' },
  ERR_LIST_NUMBER_TAKEN: { status: 409, text: 'Este número já está na lista.' },
  /** `details.most`: lists per company. */
  ERR_LIST_LIMIT: { status: 409, text: 'A empresa já tem listas demais: exclua as que não usa.' },
  /** `details.most`: contacts per list. */
  ERR_LIST_FULL: { status: 409, text: 'Esta lista já tem contatos demais: crie outra.' },
  /** An opted-out contact leaves the blacklist only after the opt-out is removed. */
  ERR_LIST_OPTED_OUT: {
    status: 409,
    text: 'Esta pessoa pediu para não receber mais mensagens. Remova-a antes dos descadastrados, em Ajustes de campanhas.',
  },
})
