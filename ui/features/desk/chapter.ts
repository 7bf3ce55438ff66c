import { MessagesSquare } from 'lucide-react'
import { defineChapter } from '../../shared/chapter'
import { texts as messages } from '../messages/texts'
import { distributionTexts } from '../people/texts/distribution'
import { texts } from './texts'

export const tickets = defineChapter({
  name: 'tickets',
  path: '/tickets/{-$ticketId}',
  texts: [texts, messages, distributionTexts],
  page: () => import('./TicketsPage').then((file) => file.TicketsPage),
  menu: {
    group: 'operational',
    order: 1,
    title: { 'pt-BR': 'Atendimentos', en: 'Tickets', es: 'Conversaciones', tr: 'Talepler' },
    icon: MessagesSquare,
  },
})
