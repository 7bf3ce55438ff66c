/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', (language) => import(`./audit.${language}.json`), {
  queues: {
    option: 'Opção {title}',
    options: 'Opções',
    resetChatbotMsg: 'Repetir o menu',
    typeChatbot: 'Tipo de bot',
    typeAssignment: 'Forma de distribuir',
    enableReassignment: 'Reatribuir sem resposta',
    timeWithoutResponse: 'Sem resposta por (min)',
    conversationLimit: 'Limite de conversas',
  },
})
