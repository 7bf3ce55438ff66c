import { SquareKanban } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { deskTexts } from '../desk/deskTexts'
import { texts } from './texts'
import { KanbanView } from './view'

export const kanban = defineModule({
  name: 'kanban',
  path: '/kanban',
  search: KanbanView,
  texts: [texts, kit, ...deskTexts],
  page: () => import('./KanbanPage').then((file) => file.KanbanPage),
  menu: {
    group: 'operational',
    order: 2,
    title: { 'pt-BR': 'Kanban', en: 'Kanban', es: 'Kanban', tr: 'Kanban' },
    icon: SquareKanban,
  },
})
