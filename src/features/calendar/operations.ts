import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    Eventos: [
      ['os eventos', 'um evento'],
      ['los eventos', 'un evento'],
      ['Etkinlikleri', 'Etkinlik', 'Bir etkinliği'],
    ],
  },
  summaries: {
    getEventosExport: [
      'Baixar o calendário em um arquivo iCalendar',
      'Descargar el calendario en un archivo iCalendar',
      'Takvimi iCalendar dosyası olarak indir',
    ],
    postEventosImport: [
      'Importar eventos de um arquivo iCalendar',
      'Importar eventos de un archivo iCalendar',
      'Etkinlikleri bir iCalendar dosyasından içe aktar',
    ],
    getEventosReminders: [
      'Listar os eventos que lembram a pessoa',
      'Listar los eventos que recuerdan a la persona',
      'Kişiye hatırlatılan etkinlikleri listele',
    ],
    postEventosRemindersSeen: [
      'Marcar lembretes de eventos como vistos',
      'Marcar recordatorios de eventos como vistos',
      'Etkinlik hatırlatmalarını görüldü olarak işaretle',
    ],
    putEventosByIdConcluido: [
      'Marcar um evento como concluído',
      'Marcar un evento como hecho',
      'Bir etkinliği tamamlandı olarak işaretle',
    ],
    postEventosByIdDays: [
      'Pular um dia de um evento que se repete, ou trazê-lo de volta',
      'Omitir un día de un evento que se repite, o recuperarlo',
      'Yinelenen bir etkinliğin bir gününü atla veya geri getir',
    ],
    getEventosByIdExport: [
      'Baixar um evento em um arquivo iCalendar',
      'Descargar un evento en un archivo iCalendar',
      'Bir etkinliği iCalendar dosyası olarak indir',
    ],
  },
}
