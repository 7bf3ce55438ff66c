import { Blocks } from 'lucide-react'
import { seeIntegrations } from '../../../src/features/integrations/rights/contract'
import { types } from '../../shared/integrations/texts'
import { faults } from '../../shared/integrations/texts/faults'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts as webhooks } from '../webhooks/texts'
import { notices } from '../webhooks/texts/notices'
import { texts } from './texts'
import { logTexts } from './texts/log'
import { IntegrationsView } from './view'

export const integrations = defineModule({
  name: 'integrations',
  path: '/integrations',
  search: IntegrationsView,
  texts: [texts, types, faults, webhooks, notices, kit],
  page: () => import('./IntegrationsPage').then((file) => file.IntegrationsPage),
  menu: {
    group: 'administration',
    order: 25,
    title: { 'pt-BR': 'Integrações', en: 'Integrations', es: 'Integraciones', tr: 'Entegrasyonlar' },
    icon: Blocks,
    needs: seeIntegrations,
    plan: 'useIntegrations',
  },
  watch: () => import('../webhooks/watch').then((file) => file.watchWebhooks()),
  audit: { texts: [texts, types], kinds: () => import('./audit').then((file) => file.kinds) },
  ticketLog: { texts: [logTexts, faults], kinds: () => import('./log').then((file) => file.kinds) },
})
