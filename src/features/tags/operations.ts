import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    Tags: [
      ['as etiquetas', 'uma etiqueta'],
      ['las etiquetas', 'una etiqueta'],
      ['Etiketleri', 'Etiket', 'Bir etiketi'],
    ],
  },
  summaries: {
    getTagsKanban: [
      'Listar as colunas do kanban',
      'Listar las columnas del kanban',
      'Kanban panosunun sütunlarını listele',
    ],
    getTagsList: [
      'Listar todas as etiquetas para escolher',
      'Listar todas las etiquetas para elegir',
      'Seçilebilecek tüm etiketleri listele',
    ],
    postTagsOrder: [
      'Ordenar as colunas do kanban',
      'Ordenar las columnas del kanban',
      'Kanban panosunun sütunlarını sırala',
    ],
    putTicketTags: [
      'Pôr ou tirar uma etiqueta de vários atendimentos',
      'Poner o quitar una etiqueta de varias conversaciones',
      'Birkaç görüşmeye etiket ekle veya kaldır',
    ],
    deleteTicketTagsByTicketId: [
      'Tirar um atendimento da sua coluna do kanban',
      'Quitar una conversación de su columna del kanban',
      'Bir görüşmeyi kanban sütunundan çıkar',
    ],
    deleteTicketTagsByTicketIdByTagId: [
      'Tirar uma etiqueta de um atendimento',
      'Quitar una etiqueta de una conversación',
      'Bir görüşmeden etiketi kaldır',
    ],
    putTicketTagsByTicketIdByTagId: [
      'Pôr uma etiqueta em um atendimento',
      'Poner una etiqueta en una conversación',
      'Bir görüşmeye etiket ekle',
    ],
  },
}
