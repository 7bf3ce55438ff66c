import { Star } from 'lucide-react'
import { manageRatings } from '../../../src/features/ratings/rights/contract'
import { defineChapter } from '../../shared/chapter'
import { kit } from '../../shared/kit/texts'
import { texts } from './texts'
import { RatingsView } from './view'

export const ratings = defineChapter({
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
})
