import { ListChecks } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { contactTexts } from '../contacts/texts/contact'
import { texts } from './texts'
import { bellTexts } from './texts/bell'

export const tasks = defineModule({
  name: 'tasks',
  path: '/todolist',
  texts: [texts, bellTexts, contactTexts, kit],
  page: () => import('./TasksPage').then((file) => file.TasksPage),
  count: () => import('./OpenCount').then((file) => file.OpenCount),
  desk: () => import('./desk').then((file) => file.deskParts),
  bell: () => import('./bell').then((file) => file.bell()),
  watch: () => import('./useTaskReminders').then((file) => file.useTaskReminders),
  menu: {
    group: 'operational',
    order: 5,
    title: { 'pt-BR': 'Tarefas', en: 'Tasks', es: 'Tareas', tr: 'Görevler' },
    icon: ListChecks,
  },
})
