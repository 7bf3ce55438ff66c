import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'

export const flows = defineModule({
  name: 'flows',
  path: '/flows/$integrationId',
  within: 'integrations',
  texts: [texts, kit],
  plan: 'useIntegrations',
  page: () => import('./FlowPage').then((file) => file.FlowPage),
})
