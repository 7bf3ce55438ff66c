import { Split } from 'lucide-react'
import { types } from '../../shared/integrations/texts'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts as bot } from '../bot/texts'
import { texts as distribution } from '../distribution/texts'
import { logTexts } from '../distribution/texts/log'
import { reasons } from '../distribution/texts/reasons'
import { texts as escalation } from '../escalation/texts'
import { texts as messageCosts } from '../message-costs/texts'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { QueuesView } from './view'

export const queues = defineModule({
  name: 'queues',
  path: '/queues',
  search: QueuesView,
  texts: [texts, types, bot, distribution, reasons, escalation, messageCosts, kit],
  page: () => import('./QueuesPage').then((file) => file.QueuesPage),
  menu: {
    group: 'administration',
    order: 20,
    title: { 'pt-BR': 'Filas', en: 'Queues', es: 'Colas', tr: 'Kuyruklar' },
    icon: Split,
    needs: 'queues-page:change',
  },
  watch: () => import('./useQueueEvents').then((file) => file.useQueueEvents),
  audit: {
    texts: [texts, distribution, escalation, auditTexts],
    kinds: () => import('./audit').then((file) => file.kinds),
  },
  ticketLog: { texts: [logTexts, reasons], kinds: () => import('../distribution/log').then((file) => file.kinds) },
})
