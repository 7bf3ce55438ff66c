import { defineErrors } from '../../errors'

export const taskErrors = defineErrors({
  /** Also for tasks of others. */
  ERR_NO_TASK_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Tarefa não encontrada.',
      en: 'Task not found.',
      es: 'Tarea no encontrada.',
      tr: 'Görev bulunamadı.',
    },
  },
  /** The colleague's list is full. `details.most`: open tasks per person. */
  ERR_TASK_LIMIT_OF_OTHER: {
    status: 409,
    texts: {
      'pt-BR': 'Esta pessoa já tem o máximo de tarefas por fazer.',
      en: 'This person has reached the limit of open tasks.',
      es: 'Esta persona ya tiene el máximo de tareas pendientes.',
      tr: 'Bu kişi açık görev sınırına ulaştı.',
    },
  },
  /** `details.most`: open tasks per person. */
  ERR_TASK_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'Você já tem o máximo de tarefas por fazer: conclua ou exclua algumas.',
      en: 'You have reached the limit of open tasks: complete or delete some.',
      es: 'Ya tiene el máximo de tareas pendientes: complete o elimine algunas.',
      tr: 'Açık görev sınırına ulaştınız: birkaçını tamamlayın veya silin.',
    },
  },
})
