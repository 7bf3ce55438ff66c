import { MessagesSquare } from 'lucide-react'
import { defineChapter } from '../../shared/chapter'
import { texts as messages } from '../messages/texts'
import { distributionTexts } from '../people/texts/distribution'
import { listTexts } from './list/texts'
import { texts } from './texts'
import { movesTexts } from './texts/moves'

export const tickets = defineChapter({
  name: 'tickets',
  path: '/tickets/{-$ticketId}',
  texts: [texts, listTexts, messages, distributionTexts, movesTexts],
  page: () => import('./TicketsPage').then((file) => file.TicketsPage),
  menu: {
    group: 'operational',
    order: 1,
    title: { 'pt-BR': 'Atendimentos', en: 'Tickets', es: 'Atenciones', tr: 'Talepler' },
    icon: MessagesSquare,
  },
})
