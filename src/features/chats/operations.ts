import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    Chats: [
      ['os chats internos', 'um chat interno'],
      ['los chats internos', 'un chat interno'],
      ['İç sohbetleri', 'İç sohbet', 'Bir iç sohbeti'],
    ],
  },
  summaries: {
    postChatsDirect: [
      'Abrir a conversa com um colega, ou começá-la',
      'Abrir la conversación con un colega, o empezarla',
      'Bir iş arkadaşıyla konuşmayı aç veya başlat',
    ],
    getChatsList: [
      'Listar todos os chats internos de quem entrou',
      'Listar todos los chats internos de quien inició sesión',
      'Oturum açan kişinin tüm iç sohbetlerini listele',
    ],
    getChatsSearch: [
      'Buscar nas mensagens dos próprios chats internos',
      'Buscar en los mensajes de los chats internos propios',
      'Kendi iç sohbetlerinin mesajlarında ara',
    ],
    getChatsByIdFilesByMessageId: [
      'Baixar o arquivo de uma mensagem interna',
      'Descargar el archivo de un mensaje interno',
      'Bir iç mesajın dosyasını indir',
    ],
    postChatsByIdLeave: ['Sair de um chat interno', 'Salir de un chat interno', 'Bir iç sohbetten ayrıl'],
    getChatsByIdMessages: [
      'Listar as mensagens de um chat interno',
      'Listar los mensajes de un chat interno',
      'Bir iç sohbetin mesajlarını listele',
    ],
    postChatsByIdMessages: [
      'Enviar uma mensagem a um chat interno',
      'Enviar un mensaje a un chat interno',
      'Bir iç sohbete mesaj gönder',
    ],
    deleteChatsByIdMessagesByMessageId: [
      'Excluir a própria mensagem de um chat interno',
      'Eliminar un mensaje propio de un chat interno',
      'Bir iç sohbetteki kendi mesajını sil',
    ],
    putChatsByIdMessagesByMessageId: [
      'Editar a própria mensagem de um chat interno',
      'Editar un mensaje propio de un chat interno',
      'Bir iç sohbetteki kendi mesajını düzenle',
    ],
    putChatsByIdMessagesByMessageIdReaction: [
      'Reagir a uma mensagem de um chat interno',
      'Reaccionar a un mensaje de un chat interno',
      'Bir iç sohbet mesajına tepki ver',
    ],
    postChatsByIdRead: [
      'Marcar um chat interno como lido',
      'Marcar un chat interno como leído',
      'Bir iç sohbeti okundu olarak işaretle',
    ],
    postChatsByIdTyping: [
      'Avisar os participantes de um chat interno que se está digitando',
      'Avisar a los miembros de un chat interno que se está escribiendo',
      'Bir iç sohbetin üyelerine yazıldığını bildir',
    ],
  },
}
