import { MessagesSquare } from 'lucide-react'
import { defineModule } from '../../shared/module'
import { deskTexts } from './deskTexts'
import { DeskView } from './view'

export const tickets = defineModule({
  name: 'tickets',
  path: '/tickets/{-$ticketId}',
  search: DeskView,
  texts: deskTexts,
  page: () => import('./TicketsPage').then((file) => file.TicketsPage),
  menu: {
    group: 'operational',
    order: 1,
    title: { 'pt-BR': 'Atendimentos', en: 'Conversations', es: 'Conversaciones', tr: 'Görüşmeler' },
    icon: MessagesSquare,
  },
})
