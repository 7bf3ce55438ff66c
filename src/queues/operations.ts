import type { Operations } from '../platform/operations'

export const operations: Operations = {
  nouns: {
    Queue: [
      ['as filas', 'uma fila'],
      ['las colas', 'una cola'],
      ['Kuyrukları', 'Kuyruk', 'Bir kuyruğu'],
    ],
    QueueOptions: [
      ['as opções', 'uma opção de fila'],
      ['las opciones', 'una opción de cola'],
      ['Seçenekleri', 'Kuyruk seçeneği', 'Bir kuyruk seçeneğini'],
    ],
  },
  summaries: {
    getQueueOptions: [
      'Listar as opções de uma fila',
      'Listar las opciones de una cola',
      'Bir kuyruğun seçeneklerini listele',
    ],
    deleteQueueOptionsByIdFile: [
      'Remover o arquivo de uma opção de fila',
      'Quitar el archivo de una opción de cola',
      'Bir kuyruk seçeneğinin dosyasını kaldır',
    ],
    getQueueOptionsByIdFile: [
      'Baixar o arquivo de uma opção de fila',
      'Descargar el archivo de una opción de cola',
      'Bir kuyruk seçeneğinin dosyasını indir',
    ],
    postQueueOptionsByIdFile: [
      'Enviar o arquivo de uma opção de fila',
      'Subir el archivo de una opción de cola',
      'Bir kuyruk seçeneğinin dosyasını yükle',
    ],
    postQueueOrder: ['Ordenar as filas', 'Ordenar las colas', 'Kuyrukları sırala'],
    deleteQueueByIdMediaUpload: [
      'Remover o arquivo da saudação de uma fila',
      'Quitar el archivo del saludo de una cola',
      'Bir kuyruğun karşılama dosyasını kaldır',
    ],
    getQueueByIdMediaUpload: [
      'Baixar o arquivo da saudação de uma fila',
      'Descargar el archivo del saludo de una cola',
      'Bir kuyruğun karşılama dosyasını indir',
    ],
    postQueueByIdMediaUpload: [
      'Enviar o arquivo da saudação de uma fila',
      'Subir el archivo del saludo de una cola',
      'Bir kuyruğun karşılama dosyasını yükle',
    ],
    putQueueByIdOptions: [
      'Mudar as opções de uma fila',
      'Cambiar las opciones de una cola',
      'Bir kuyruğun seçeneklerini değiştir',
    ],
    postQueueByIdToken: [
      'Renovar o token de uma fila',
      'Renovar el token de una cola',
      'Bir kuyruğun belirtecini yenile',
    ],
    getQueueByIdUsers: [
      'Listar os usuários de uma fila',
      'Listar los usuarios de una cola',
      'Bir kuyruğun kullanıcılarını listele',
    ],
    putQueueByIdUsers: [
      'Mudar os usuários de uma fila',
      'Cambiar los usuarios de una cola',
      'Bir kuyruğun kullanıcılarını değiştir',
    ],
    postQueuesOrder: ['Ordenar as filas', 'Ordenar las colas', 'Kuyrukları sırala'],
  },
}
