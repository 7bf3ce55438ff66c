import { Star } from 'lucide-react'
import { manageRatings } from '../../../src/features/ratings/rights/contract'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { logTexts } from './texts/log'
import { RatingsView } from './view'

export const ratings = defineModule({
  name: 'ratings',
  path: '/ratings',
  search: RatingsView,
  texts: [texts, kit],
  page: () => import('./RatingsPage').then((file) => file.RatingsPage),
  menu: {
    group: 'administration',
    order: 26,
    title: { 'pt-BR': 'Avaliações', en: 'Ratings', es: 'Evaluaciones', tr: 'Değerlendirmeler' },
    icon: Star,
    needs: manageRatings,
  },
  audit: { texts: [texts, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
  ticketLog: { texts: [logTexts], kinds: () => import('./log').then((file) => file.kinds) },
})
