import { Split } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { distributionTexts } from '../directory/texts/distribution'
import { texts } from './texts'
import { bot } from './texts/bot'
import { pool } from './texts/pool'
import { QueuesView } from './view'

export const queues = defineModule({
  name: 'queues',
  path: '/queues',
  search: QueuesView,
  texts: [texts, bot, pool, distributionTexts, kit],
  page: () => import('./QueuesPage').then((file) => file.QueuesPage),
  menu: {
    group: 'administration',
    order: 20,
    title: { 'pt-BR': 'Filas', en: 'Queues', es: 'Colas', tr: 'Kuyruklar' },
    icon: Split,
    needs: 'queues-page:change',
  },
  watch: () => import('./useQueueEvents').then((file) => file.useQueueEvents),
})
