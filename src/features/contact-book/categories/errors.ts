import { defineErrors } from '../../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const categoryErrors = defineErrors(translations, {
  ERR_DUPLICATED_CATEGORY: {
    status: 409,
    text: 'Não foi possível realizar a operação. Verifique se já existe um registro com o mesmo nome ou se os campos foram preenchidos corretamente.',
  },
  /** `details.most`: categories per company. */
  ERR_CATEGORY_LIMIT: { status: 409, text: 'A empresa já tem categorias demais: exclua as que não usa.' },
})
