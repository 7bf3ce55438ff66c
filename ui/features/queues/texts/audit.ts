/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
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
  },
  en: {
    queues: {
      option: 'Option {title}',
      options: 'Options',
      resetChatbotMsg: 'Repeat the menu',
      typeChatbot: 'Bot type',
      typeAssignment: 'Distribution method',
      enableReassignment: 'Reassign if unanswered',
      timeWithoutResponse: 'Unanswered for (min)',
      conversationLimit: 'Conversation limit',
    },
  },
  es: {
    queues: {
      option: 'Opción {title}',
      options: 'Opciones',
      resetChatbotMsg: 'Repetir el menú',
      typeChatbot: 'Tipo de bot',
      typeAssignment: 'Forma de distribuir',
      enableReassignment: 'Reasignar sin respuesta',
      timeWithoutResponse: 'Sin respuesta durante (min)',
      conversationLimit: 'Límite de conversaciones',
    },
  },
  tr: {
    queues: {
      option: 'Seçenek {title}',
      options: 'Seçenekler',
      resetChatbotMsg: 'Menüyü tekrarla',
      typeChatbot: 'Bot türü',
      typeAssignment: 'Dağıtım biçimi',
      enableReassignment: 'Yanıtsızları yeniden ata',
      timeWithoutResponse: 'Yanıtsız süre (dk)',
      conversationLimit: 'Görüşme sınırı',
    },
  },
})
