import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    Tasks: [
      ['as tarefas', 'uma tarefa'],
      ['las tareas', 'una tarea'],
      ['Görevleri', 'Görev', 'Bir görevi'],
    ],
  },
  summaries: {
    getTasksCount: [
      'Contar as tarefas abertas da pessoa',
      'Contar las tareas abiertas de la persona',
      'Kişinin açık görevlerini say',
    ],
    getTasksReminders: [
      'Listar as tarefas que lembram a pessoa',
      'Listar las tareas que recuerdan a la persona',
      'Kişiye hatırlatılan görevleri listele',
    ],
    postTasksRemindersSeen: [
      'Marcar lembretes de tarefas como vistos',
      'Marcar recordatorios de tareas como vistos',
      'Görev hatırlatmalarını görüldü olarak işaretle',
    ],
    postTasksSeveral: ['Criar várias tarefas', 'Crear varias tareas', 'Birkaç görev oluştur'],
  },
}
