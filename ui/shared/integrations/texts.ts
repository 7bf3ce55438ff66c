import { defineTexts } from '../i18n/define'

/** Names of the types, wherever one is chosen. */
export const types = defineTexts('integrationTypes', (language) => import(`./texts.${language}.json`), {
  webhook: 'Webhook',
  n8n: 'n8n',
  typebot: 'Typebot',
  dialogflow: 'Dialogflow',
  flowbuilder: 'Fluxo',
})
