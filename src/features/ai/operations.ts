import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getOpenai: [
      'Ver se há um modelo de linguagem configurado',
      'Ver si hay un modelo de lenguaje configurado',
      'Bir dil modelinin yapılandırılıp yapılandırılmadığını gör',
    ],
    postOpenai: [
      'Pedir palavras melhores ao modelo de linguagem',
      'Pedir mejores palabras al modelo de lenguaje',
      'Dil modelinden daha iyi sözler iste',
    ],
    deleteOpenaiChats: [
      'Excluir todas as próprias conversas com o assistente',
      'Eliminar todas las conversaciones propias con el asistente',
      'Asistanla yapılan tüm kendi konuşmalarını sil',
    ],
    getOpenaiChats: [
      'Listar as próprias conversas com o assistente',
      'Listar las conversaciones propias con el asistente',
      'Asistanla yapılan kendi konuşmalarını listele',
    ],
    postOpenaiChats: [
      'Perguntar ao assistente em uma conversa nova; a resposta vem aos poucos, em linhas JSON',
      'Preguntar al asistente en una conversación nueva; la respuesta llega en líneas JSON',
      'Asistana yeni bir konuşmada sor; yanıt JSON satırları olarak gelir',
    ],
    deleteOpenaiChatsById: [
      'Excluir uma conversa com o assistente',
      'Eliminar una conversación con el asistente',
      'Asistanla bir konuşmayı sil',
    ],
    getOpenaiChatsById: [
      'Ler uma conversa com o assistente',
      'Leer una conversación con el asistente',
      'Asistanla bir konuşmayı oku',
    ],
    putOpenaiChatsById: [
      'Mudar o nome de uma conversa com o assistente',
      'Cambiar el nombre de una conversación con el asistente',
      'Asistanla bir konuşmanın adını değiştir',
    ],
    postOpenaiChatsByIdAgain: [
      'Fazer de novo a última pergunta de uma conversa; a resposta vem em linhas JSON',
      'Repetir la última pregunta de una conversación; la respuesta llega en líneas JSON',
      'Bir konuşmanın son sorusunu yeniden sor; yanıt JSON satırları olarak gelir',
    ],
    postOpenaiChatsByIdTurns: [
      'Perguntar ao assistente em uma conversa; a resposta vem em linhas JSON',
      'Preguntar al asistente en una conversación; la respuesta llega en líneas JSON',
      'Asistana bir konuşmada sor; yanıt JSON satırları olarak gelir',
    ],
  },
}
