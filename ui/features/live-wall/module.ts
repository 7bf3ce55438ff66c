import { Activity } from 'lucide-react'
import { figureTexts } from '../../shared/figures/texts'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { MomentsView } from './view'

export const liveWall = defineModule({
  name: 'liveWall',
  path: '/moments',
  isWide: true,
  search: MomentsView,
  texts: [texts, figureTexts, kit],
  page: () => import('./MomentsPage').then((file) => file.MomentsPage),
  menu: {
    group: 'management',
    order: 13,
    title: {
      'pt-BR': 'Painel de Atendimentos',
      en: 'Live wall',
      es: 'Panel de conversaciones',
      tr: 'Canlı pano',
    },
    icon: Activity,
    needs: 'moments:view',
  },
})
