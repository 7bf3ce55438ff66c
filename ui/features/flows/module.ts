import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts as messageCosts } from '../message-costs/texts'
import { texts } from './texts'
import { auditTexts } from './texts/audit'

export const flows = defineModule({
  name: 'flows',
  path: '/flows/$integrationId',
  isWide: true,
  within: 'integrations',
  texts: [texts, messageCosts, kit],
  plan: 'useIntegrations',
  page: () => import('./FlowPage').then((file) => file.FlowPage),
  audit: { texts: [texts, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
})
