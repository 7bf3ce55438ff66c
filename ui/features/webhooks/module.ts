import { Webhook } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { notices } from './texts/notices'
import { WebhooksView } from './view'

export const webhooks = defineModule({
  name: 'webhooks',
  path: '/webhooks',
  search: WebhooksView,
  texts: [texts, notices, kit],
  page: () => import('./WebhooksPage').then((file) => file.WebhooksPage),
  menu: {
    group: 'administration',
    order: 25,
    title: { 'pt-BR': 'Webhooks', en: 'Webhooks', es: 'Webhooks', tr: 'Webhook’lar' },
    icon: Webhook,
    needs: 'drawer-admin-items:view',
    plan: 'useIntegrations',
  },
  watch: () => import('./watch').then((file) => file.watchWebhooks()),
})
