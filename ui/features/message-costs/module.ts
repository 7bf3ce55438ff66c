import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { stripTexts } from './texts/strip'
import { CostsView } from './view'

export const messageCosts = defineModule({
  name: 'messageCosts',
  path: '/message-costs',
  within: 'connections',
  menuOrder: 19,
  search: CostsView,
  texts: [texts, kit],
  desk: () => import('./desk').then((file) => file.deskParts),
  page: () => import('./CostsPage').then((file) => file.CostsPage),
  audit: { texts: [texts, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
  strip: {
    order: 5,
    needs: 'connections-page:editOrDeleteConnection',
    texts: [stripTexts],
    strip: () => import('./CeilingStrip').then((file) => file.CeilingStrip),
  },
})
