import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    Schedules: [
      ['os agendamentos', 'um agendamento'],
      ['las programaciones', 'una programación'],
      ['Planlamaları', 'Planlama', 'Bir planlamayı'],
    ],
  },
  summaries: {
    getSchedulesCalendar: [
      'Listar os agendamentos entre dois dias',
      'Listar las programaciones entre dos días',
      'İki gün arasındaki planlamaları listele',
    ],
    getSchedulesProspect: [
      'Ler o que seria enviado a um contato em uma hora',
      'Leer qué se enviaría a un contacto a una hora',
      'Bir kişiye belirli bir saatte ne gönderileceğini oku',
    ],
    getSchedulesReminders: [
      'Listar os lembretes na hora',
      'Listar los recordatorios a su hora',
      'Zamanı gelen hatırlatmaları listele',
    ],
    postSchedulesRemindersSeen: [
      'Marcar lembretes como vistos',
      'Marcar recordatorios como vistos',
      'Hatırlatmaları görüldü olarak işaretle',
    ],
    deleteSchedulesByIdMediaUpload: [
      'Remover o arquivo de um agendamento',
      'Quitar el archivo de una programación',
      'Bir planlamanın dosyasını kaldır',
    ],
    getSchedulesByIdMediaUpload: [
      'Baixar o arquivo de um agendamento',
      'Descargar el archivo de una programación',
      'Bir planlamanın dosyasını indir',
    ],
    postSchedulesByIdMediaUpload: [
      'Enviar o arquivo de um agendamento',
      'Subir el archivo de una programación',
      'Bir planlamanın dosyasını yükle',
    ],
  },
}
