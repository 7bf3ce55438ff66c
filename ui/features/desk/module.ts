import { MessagesSquare } from 'lucide-react'
import { defineModule } from '../../shared/module'
import { texts as messages } from '../messages/texts'
import { channelTexts } from '../messages/texts/channels'
import { failureTexts } from '../messages/texts/failures'
import { texts as notes } from '../notes/texts'
import { listTexts } from './list/texts'
import { mentionTexts } from './mentions/texts'
import { texts } from './texts'
import { firstStepsTexts } from './texts/firstSteps'
import { movesTexts } from './texts/moves'
import { searchTexts } from './texts/search'
import { workTexts } from './texts/work'
import { DeskView } from './view'

export const tickets = defineModule({
  name: 'tickets',
  path: '/tickets/{-$ticketId}',
  search: DeskView,
  texts: [texts, listTexts, messages, notes, movesTexts, searchTexts, workTexts, firstStepsTexts, mentionTexts],
  textsOfParts: [channelTexts, failureTexts],
  page: () => import('./TicketsPage').then((file) => file.TicketsPage),
  menu: {
    group: 'operational',
    order: 1,
    title: { 'pt-BR': 'Atendimentos', en: 'Conversations', es: 'Conversaciones', tr: 'Görüşmeler' },
    icon: MessagesSquare,
  },
  bell: () => import('./mentions/bell').then((file) => file.bell()),
  watch: () => import('./mentions/bell').then((file) => file.watch()),
})
