import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const ratingErrors = defineErrors(translations, {
  ERR_NO_RATING_FOUND: { status: 404, text: 'Não foi possível realizar a operação: esta avaliação não existe mais.' },
  ERR_NO_RATING_CATEGORY_FOUND: {
    status: 404,
    text: 'Não foi possível realizar a operação: esta categoria não existe mais.',
  },
  ERR_DUPLICATED_RATING_CATEGORY: {
    status: 409,
    text: 'Não foi possível realizar a operação. Verifique se já existe um registro com o mesmo nome ou se os campos foram preenchidos corretamente.',
  },
  /** The rating was deactivated after the dialog was opened. */
  ERR_RATING_INACTIVE: { status: 409, text: 'Esta avaliação está desativada. Escolha outra.' },
})
