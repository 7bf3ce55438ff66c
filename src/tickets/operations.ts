import type { Operations } from '../platform/operations'

export const operations: Operations = {
  nouns: {
    Tickets: [
      ['os atendimentos', 'um atendimento'],
      ['las conversaciones', 'una conversación'],
      ['Görüşmeleri', 'Görüşme', 'Bir görüşmeyi'],
    ],
  },
  summaries: {
    getContactsExistsOpenTicket: [
      'Ler o atendimento aberto de um número',
      'Leer la conversación abierta de un número',
      'Bir numaranın açık görüşmesini oku',
    ],
    getContactsExistsOpenTicketById: [
      'Ler o atendimento aberto de um contato',
      'Leer la conversación abierta de un contacto',
      'Bir kişinin açık görüşmesini oku',
    ],
    getMediaById: [
      'Baixar o arquivo de uma mensagem',
      'Descargar el archivo de un mensaje',
      'Bir mesajın dosyasını indir',
    ],
    getTicketsByIdDoors: [
      'Listar as conexões que alcançam o contato de um atendimento',
      'Listar las conexiones que llegan al contacto de una conversación',
      'Bir görüşmenin kişisine ulaşan bağlantıları listele',
    ],
    postTicketsByIdDoors: [
      'Continuar um atendimento por outra conexão',
      'Continuar una conversación por otra conexión',
      'Bir görüşmeye başka bir bağlantıdan devam et',
    ],
    getMessagesAllMe: ['Contar mensagens', 'Contar mensajes', 'Mesajları say'],
    postMessagesCancelById: [
      'Cancelar uma mensagem que espera o envio',
      'Cancelar un mensaje que espera su envío',
      'Gönderilmeyi bekleyen bir mesajı iptal et',
    ],
    getMessagesColleaguesById: [
      'Listar quem uma nota de um atendimento pode mencionar',
      'Listar a quién puede mencionar una nota de una conversación',
      'Bir görüşmedeki notun anabileceği kullanıcıları listele',
    ],
    getMessagesDeletedById: ['Ler uma mensagem apagada', 'Leer un mensaje eliminado', 'Silinmiş bir mesajı oku'],
    postMessagesEditById: [
      'Editar uma mensagem enviada',
      'Editar un mensaje enviado',
      'Gönderilmiş bir mesajı düzenle',
    ],
    getMessagesForwardById: [
      'Listar as conexões pelas quais se pode encaminhar a um contato',
      'Listar las conexiones por las que se puede reenviar a un contacto',
      'Bir kişiye iletmek için kullanılabilecek bağlantıları listele',
    ],
    postMessagesForward: ['Encaminhar mensagens', 'Reenviar mensajes', 'Mesajları ilet'],
    getMessagesGalleryById: [
      'Listar os arquivos de uma conversa',
      'Listar los archivos de una conversación',
      'Bir konuşmanın dosyalarını listele',
    ],
    postMessagesMediaByIdDownload: [
      'Buscar de novo o arquivo de uma mensagem',
      'Buscar de nuevo el archivo de un mensaje',
      'Bir mesajın dosyasını yeniden getir',
    ],
    postMessagesReactMessage: ['Reagir a uma mensagem', 'Reaccionar a un mensaje', 'Bir mesaja tepki ver'],
    postMessagesRegisterCommentById: [
      'Escrever uma nota em um atendimento',
      'Escribir una nota en una conversación',
      'Bir görüşmeye not yaz',
    ],
    postMessagesRetryById: [
      'Enviar de novo uma mensagem que falhou',
      'Enviar de nuevo un mensaje que falló',
      'Başarısız bir mesajı yeniden gönder',
    ],
    getMessagesSearch: ['Buscar em todas as mensagens', 'Buscar en todos los mensajes', 'Tüm mesajlarda ara'],
    getMessagesSearchById: [
      'Buscar nas mensagens de um atendimento',
      'Buscar en los mensajes de una conversación',
      'Bir görüşmenin mesajlarında ara',
    ],
    deleteMessagesById: [
      'Apagar uma mensagem para todos',
      'Eliminar un mensaje para todos',
      'Bir mesajı herkes için sil',
    ],
    getMessagesById: [
      'Listar as mensagens de um atendimento',
      'Listar los mensajes de una conversación',
      'Bir görüşmenin mesajlarını listele',
    ],
    postMessagesById: [
      'Enviar uma mensagem ou arquivos em um atendimento',
      'Enviar un mensaje o archivos en una conversación',
      'Bir görüşmede mesaj veya dosya gönder',
    ],
    getMessagesByIdReceipts: [
      'Listar quem recebeu e leu uma mensagem em um grupo',
      'Listar quién recibió y leyó un mensaje en un grupo',
      'Bir gruptaki mesajı kimin alıp okuduğunu listele',
    ],
    getTicketsLogById: [
      'Listar o que aconteceu com um atendimento',
      'Listar lo que pasó con una conversación',
      'Bir görüşmede olanları listele',
    ],
    getTicketsCounters: [
      'Contar os atendimentos por lista',
      'Contar las conversaciones por lista',
      'Görüşmeleri listelere göre say',
    ],
    postTicketsRead: [
      'Marcar vários atendimentos como lidos',
      'Marcar varias conversaciones como leídas',
      'Birkaç görüşmeyi okundu olarak işaretle',
    ],
    getTicketsTransferTargets: [
      'Listar filas e usuários para transferir',
      'Listar colas y usuarios a los que transferir',
      'Aktarılabilecek kuyrukları ve kullanıcıları listele',
    ],
    getTicketsUByUuid: [
      'Ler um atendimento pelo seu uuid',
      'Leer una conversación por su uuid',
      'Bir görüşmeyi uuid’siyle oku',
    ],
  },
}
