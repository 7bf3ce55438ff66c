import { defineTexts } from '../i18n/define'

/** Names of the types, wherever one is chosen. */
export const types = defineTexts('integrationTypes', {
  'pt-BR': {
    webhook: 'Webhook',
    n8n: 'n8n',
    typebot: 'Typebot',
    dialogflow: 'Dialogflow',
    flowbuilder: 'Fluxo',
  },
  en: {
    webhook: 'Webhook',
    n8n: 'n8n',
    typebot: 'Typebot',
    dialogflow: 'Dialogflow',
    flowbuilder: 'Flow',
  },
  es: {
    webhook: 'Webhook',
    n8n: 'n8n',
    typebot: 'Typebot',
    dialogflow: 'Dialogflow',
    flowbuilder: 'Flujo',
  },
  tr: {
    webhook: 'Webhook',
    n8n: 'n8n',
    typebot: 'Typebot',
    dialogflow: 'Dialogflow',
    flowbuilder: 'Akış',
  },
})
