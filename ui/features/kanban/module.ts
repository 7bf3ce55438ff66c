import { SquareKanban } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { listTexts } from '../desk/list/texts'
import { texts as desk } from '../desk/texts'
import { firstStepsTexts } from '../desk/texts/firstSteps'
import { movesTexts } from '../desk/texts/moves'
import { searchTexts } from '../desk/texts/search'
import { workTexts } from '../desk/texts/work'
import { texts as messages } from '../messages/texts'
import { channelTexts } from '../messages/texts/channels'
import { failureTexts } from '../messages/texts/failures'
import { texts as notes } from '../notes/texts'
import { texts } from './texts'
import { KanbanView } from './view'

export const kanban = defineModule({
  name: 'kanban',
  path: '/kanban',
  isWide: true,
  search: KanbanView,
  texts: [texts, kit, desk, listTexts, messages, notes, movesTexts, searchTexts, workTexts, firstStepsTexts],
  textsOfParts: [channelTexts, failureTexts],
  page: () => import('./KanbanPage').then((file) => file.KanbanPage),
  menu: {
    group: 'operational',
    order: 2,
    title: { 'pt-BR': 'Kanban', en: 'Kanban', es: 'Kanban', tr: 'Kanban' },
    icon: SquareKanban,
  },
})
