import { Layers } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { PlansView } from './view'

export const plans = defineModule({
  name: 'plans',
  path: '/plans',
  search: PlansView,
  texts: [texts, kit],
  page: () => import('./PlansPage').then((file) => file.PlansPage),
  menu: {
    group: 'operator',
    order: 31,
    title: { 'pt-BR': 'Planos', en: 'Plans', es: 'Planes', tr: 'Planlar' },
    icon: Layers,
    needs: 'super',
  },
  audit: { texts: [texts, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
})
