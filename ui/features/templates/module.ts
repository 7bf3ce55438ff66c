import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { changeTexts } from './texts/changes'
import { stateTexts } from './texts/states'
import { TemplatesView } from './view'

export const templates = defineModule({
  name: 'templates',
  path: '/templates',
  within: 'connections',
  search: TemplatesView,
  texts: [texts, stateTexts, changeTexts, kit],
  page: () => import('./TemplatesPage').then((file) => file.TemplatesPage),
  desk: () => import('./desk').then((file) => file.deskParts),
  bell: () => import('./bell').then((file) => file.bell()),
  isBellForAll: true,
  menuOrder: 19,
  audit: { texts: [texts], kinds: () => import('./audit').then((file) => file.kinds) },
})
