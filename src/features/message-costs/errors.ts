import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const messageCostErrors = defineErrors(translations, {
  ERR_NO_MESSAGE_PRICES_FOUND: { status: 404, text: 'Não há preços que comecem nesse dia.' },
  /** `details` has the maximum. */
  ERR_MESSAGE_PRICES_LIMIT: {
    status: 409,
    text: 'Já existe o máximo de tabelas de preços: exclua as que não servem mais.',
  },
  /** The channel of the connection charges nothing. */
  ERR_NOTHING_CHARGED: { status: 409, text: 'Esta conexão não tem custo por mensagem.' },
})
