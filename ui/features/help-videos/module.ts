import { LifeBuoy } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { HelpsView } from './view'

export const helpVideos = defineModule({
  name: 'helpVideos',
  path: '/helps',
  search: HelpsView,
  texts: [texts, kit],
  page: () => import('./HelpsPage').then((file) => file.HelpsPage),
  menu: {
    group: 'operational',
    order: 11,
    title: { 'pt-BR': 'Ajuda', en: 'Help', es: 'Ayuda', tr: 'Yardım' },
    icon: LifeBuoy,
  },
  audit: { texts: [texts, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
})
