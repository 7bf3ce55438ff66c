import { defineTexts } from '../../../shared/i18n/define'

/** Texts of the bell and the notifications, loaded on every page. */
export const chatBellTexts = defineTexts('chats', (language) => import(`./bell.${language}.json`), {
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
})
