import { defineErrors } from '../../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const mergeErrors = defineErrors(translations, {
  /** At least one is a group. */
  ERR_MERGE_KIND: { status: 409, text: 'Grupos não podem ser mesclados.' },
  /** Two attendants have a conversation with them, over the same connection. */
  ERR_MERGE_ATTENDED: {
    status: 409,
    text: 'Duas pessoas estão atendendo estes contatos. Resolva ou transfira um dos atendimentos antes.',
  },
})
