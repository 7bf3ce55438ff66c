import { defineErrors } from '../../errors'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const campaignErrors = defineErrors(translations, {
  ERR_NO_CAMPAIGN_FOUND: { status: 404, text: 'Campanha não encontrada.' },
  /** Running, finished, or starting within the hour. */
  ERR_CAMPAIGN_LOCKED: {
    status: 409,
    text: 'A campanha está em andamento, já terminou ou começa em menos de uma hora: não pode ser alterada.',
  },
  /** The action does not fit the current status: the campaign was stopped, started or ended meanwhile. */
  ERR_CAMPAIGN_STATE: { status: 409, text: 'A situação da campanha mudou e isso não é mais possível.' },
  /** The audience is fixed once the campaign has started. */
  ERR_CAMPAIGN_AUDIENCE_FIXED: {
    status: 409,
    text: 'A campanha já começou: o público não pode mudar. Faça uma cópia para outro público.',
  },
  /** `details` names the campaign. */
  ERR_LIST_IN_CAMPAIGN: {
    status: 409,
    text: 'Uma campanha programada ou em andamento usa esta lista: cancele a campanha antes.',
  },
  ERR_CAMPAIGN_LIMIT: { status: 409, text: 'A empresa já tem o máximo de campanhas: exclua as antigas.' },
  /** `details.most`: tests per person and hour. */
  ERR_CAMPAIGN_TESTS: { status: 429, text: 'Você já enviou dez testes na última hora. Tente mais tarde.' },
})
