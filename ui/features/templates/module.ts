import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { TemplatesView } from './view'

export const templates = defineModule({
  name: 'templates',
  path: '/templates',
  within: 'connections',
  search: TemplatesView,
  texts: [texts, kit],
  page: () => import('./TemplatesPage').then((file) => file.TemplatesPage),
  desk: () => import('./desk').then((file) => file.deskParts),
  menuOrder: 19,
  audit: { texts: [texts], kinds: () => import('./audit').then((file) => file.kinds) },
})
