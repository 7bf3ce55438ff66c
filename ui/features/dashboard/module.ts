import { ChartColumn } from 'lucide-react'
import { figureTexts } from '../../shared/figures/texts'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { DashboardView } from './view'

export const dashboard = defineModule({
  name: 'dashboard',
  path: '/',
  search: DashboardView,
  texts: [texts, figureTexts, kit],
  page: () => import('./DashboardPage').then((file) => file.DashboardPage),
  menu: {
    group: 'management',
    order: 12,
    title: { 'pt-BR': 'Painel', en: 'Dashboard', es: 'Panel', tr: 'Gösterge paneli' },
    icon: ChartColumn,
    needs: 'dashboard:view',
  },
})
