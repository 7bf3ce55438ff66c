import { defineTexts } from '../../../shared/i18n/define'

/** The bell, which is on every page. */
export const bellTexts = defineTexts('tasks', {
  'pt-BR': {
    bell: {
      count: { one: '{count} tarefa na hora', other: '{count} tarefas na hora' },
      title: 'Tarefas na hora',
      seen: 'Já vi {text}',
      done: 'Concluir {text}',
      open: 'Abrir a tarefa {text}',
      allSeen: 'Já vi todas',
      none: 'Nenhuma tarefa na hora',
    },
  },
  en: {
    bell: {
      count: { one: '{count} task is due', other: '{count} tasks are due' },
      title: 'Tasks that are due',
      seen: 'Mark {text} as seen',
      done: 'Complete {text}',
      open: 'Open the task {text}',
      allSeen: 'Mark all as seen',
      none: 'No task is due',
    },
  },
  es: {
    bell: {
      count: { one: '{count} tarea a su hora', other: '{count} tareas a su hora' },
      title: 'Tareas a su hora',
      seen: 'Ya vi {text}',
      done: 'Completar {text}',
      open: 'Abrir la tarea {text}',
      allSeen: 'Ya vi todas',
      none: 'Ninguna tarea a su hora',
    },
  },
  tr: {
    bell: {
      count: { one: '{count} görevin zamanı geldi', other: '{count} görevin zamanı geldi' },
      title: 'Zamanı gelen görevler',
      seen: '{text} görevini gördüm',
      done: '{text} görevini tamamla',
      open: '{text} görevini aç',
      allSeen: 'Hepsini gördüm',
      none: 'Zamanı gelen görev yok',
    },
  },
})
