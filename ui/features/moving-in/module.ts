import { PackageOpen } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { reportTexts } from './texts/report'
import { MovingInView } from './view'

export const movingIn = defineModule({
  name: 'movingIn',
  path: '/moving-in',
  search: MovingInView,
  texts: [texts, reportTexts, kit],
  page: () => import('./MovingInPage').then((file) => file.MovingInPage),
  menu: {
    group: 'operator',
    order: 36,
    title: { 'pt-BR': 'Mudança', en: 'Moving in', es: 'Mudanza', tr: 'Taşınma' },
    icon: PackageOpen,
    needs: 'super',
  },
  audit: { texts: [auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
})
