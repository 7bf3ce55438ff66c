import { defineTexts } from '../../../shared/i18n/define'

/** Texts of the bell and the notifications, loaded on every page. */
export const chatBellTexts = defineTexts('chats', {
  'pt-BR': {
    alone: 'Só você',
    sharedTicket: 'Atendimento compartilhado',
    deleted: 'Mensagem apagada',
    bell: {
      count: { one: '{count} mensagem não lida no chat interno', other: '{count} mensagens não lidas no chat interno' },
      empty: 'Chat interno: nada por ler',
      title: 'Chat interno',
      none: 'Nada por ler',
      all: 'Abrir o chat',
    },
  },
  en: {
    alone: 'Only you',
    sharedTicket: 'Shared conversation',
    deleted: 'Message deleted',
    bell: {
      count: {
        one: '{count} unread message in the internal chat',
        other: '{count} unread messages in the internal chat',
      },
      empty: 'Internal chat: nothing unread',
      title: 'Internal chat',
      none: 'Nothing unread',
      all: 'Open the chat',
    },
  },
  es: {
    alone: 'Solo usted',
    sharedTicket: 'Conversación compartida',
    deleted: 'Mensaje eliminado',
    bell: {
      count: {
        one: '{count} mensaje sin leer en el chat interno',
        other: '{count} mensajes sin leer en el chat interno',
      },
      empty: 'Chat interno: nada por leer',
      title: 'Chat interno',
      none: 'Nada por leer',
      all: 'Abrir el chat',
    },
  },
  tr: {
    alone: 'Yalnızca siz',
    sharedTicket: 'Paylaşılan görüşme',
    deleted: 'Mesaj silindi',
    bell: {
      count: { one: 'İç sohbette {count} okunmamış mesaj', other: 'İç sohbette {count} okunmamış mesaj' },
      empty: 'İç sohbet: okunmamış yok',
      title: 'İç sohbet',
      none: 'Okunmamış yok',
      all: 'Sohbeti aç',
    },
  },
})
