import { ListChecks } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'

export const tasks = defineModule({
  name: 'tasks',
  path: '/todolist',
  texts: [texts, kit],
  page: () => import('./TasksPage').then((file) => file.TasksPage),
  count: () => import('./OpenCount').then((file) => file.OpenCount),
  menu: {
    group: 'operational',
    order: 5,
    title: { 'pt-BR': 'Tarefas', en: 'Tasks', es: 'Tareas', tr: 'Görevler' },
    icon: ListChecks,
  },
})
