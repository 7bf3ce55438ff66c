import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    QuickMessages: [
      ['as mensagens rápidas', 'uma mensagem rápida'],
      ['los mensajes rápidos', 'un mensaje rápido'],
      ['Hızlı mesajları', 'Hızlı mesaj', 'Bir hızlı mesajı'],
    ],
  },
  summaries: {
    postMessagesSendQuickMessageById: [
      'Enviar uma mensagem rápida em um atendimento',
      'Enviar un mensaje rápido en una conversación',
      'Bir görüşmede hızlı mesaj gönder',
    ],
    getQuickMessagesExport: [
      'Baixar as mensagens rápidas em uma planilha',
      'Descargar los mensajes rápidos en una hoja de cálculo',
      'Hızlı mesajları tablo olarak indir',
    ],
    postQuickMessagesImport: [
      'Importar mensagens rápidas de uma planilha',
      'Importar mensajes rápidos de una hoja de cálculo',
      'Hızlı mesajları bir tablodan içe aktar',
    ],
    getQuickMessagesList: [
      'Listar mensagens rápidas para escolher',
      'Listar mensajes rápidos para elegir',
      'Seçilebilecek hızlı mesajları listele',
    ],
    getQuickMessagesByIdFile: [
      'Baixar o arquivo de uma mensagem rápida',
      'Descargar el archivo de un mensaje rápido',
      'Bir hızlı mesajın dosyasını indir',
    ],
  },
}
