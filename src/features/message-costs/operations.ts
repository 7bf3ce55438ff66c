import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getMessageCosts: [
      'Ver quanto custaram no mês as mensagens de cada conexão',
      'Ver cuánto costaron en el mes los mensajes de cada conexión',
      'Her bağlantının mesajlarının bir aydaki maliyetini oku',
    ],
    getMessageCostsPeriod: [
      'Ver quanto custaram entre dois dias as mensagens de cada conexão',
      'Ver cuánto costaron entre dos días los mensajes de cada conexión',
      'Her bağlantının mesajlarının iki gün arasındaki maliyetini oku',
    ],
    getMessageCostsContactsById: [
      'Ver quanto custaram no mês as mensagens para um contato',
      'Ver cuánto costaron en el mes los mensajes a un contacto',
      'Bir kişiye giden mesajların bu ayki maliyetini oku',
    ],
    getMessageCostsById: [
      'Ver quanto custaram no mês as mensagens de uma conexão',
      'Ver cuánto costaron en el mes los mensajes de una conexión',
      'Bir bağlantının mesajlarının bir aydaki maliyetini oku',
    ],
    putMessageCostsById: [
      'Definir o teto do mês de uma conexão, em décimos de milésimo de real',
      'Definir el tope del mes de una conexión, en diezmilésimas de real',
      'Bir bağlantının aylık üst sınırını belirle, realin on binde biri olarak',
    ],
    getMessagePrices: [
      'Listar os preços das mensagens pelo dia em que começam a valer',
      'Listar los precios de los mensajes por el día en que empiezan a valer',
      'Mesaj fiyatlarını geçerli oldukları ilk güne göre listele',
    ],
    putMessagePricesByDay: [
      'Definir os preços das mensagens a partir de um dia, em décimos de milésimo de real',
      'Definir los precios de los mensajes desde un día, en diezmilésimas de real',
      'Mesaj fiyatlarını bir günden itibaren belirle, realin on binde biri olarak',
    ],
    deleteMessagePricesByDay: [
      'Excluir os preços das mensagens que começam num dia',
      'Eliminar los precios de los mensajes que empiezan un día',
      'Bir gün başlayan mesaj fiyatlarını sil',
    ],
  },
}
