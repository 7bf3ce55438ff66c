import { FileChartColumn } from 'lucide-react'
import { figureTexts } from '../../shared/figures/texts'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { contactTexts } from '../contacts/texts/contact'
import { texts as messageCosts } from '../message-costs/texts'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { ReportsView } from './view'

export const reports = defineModule({
  name: 'reports',
  path: '/reports',
  search: ReportsView,
  texts: [texts, figureTexts, contactTexts, messageCosts, kit],
  page: () => import('./ReportsPage').then((file) => file.ReportsPage),
  menu: {
    group: 'management',
    order: 14,
    title: { 'pt-BR': 'Relatórios', en: 'Reports', es: 'Informes', tr: 'Raporlar' },
    icon: FileChartColumn,
    needs: 'dashboard:view',
  },
  audit: { texts: [auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
})
