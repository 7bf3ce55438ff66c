import { Gauge } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { stripTexts } from './texts/strip'
import { MonitorView } from './view'

export const monitor = defineModule({
  name: 'monitor',
  path: '/monitor',
  search: MonitorView,
  texts: [texts, kit],
  page: () => import('./MonitorPage').then((file) => file.MonitorPage),
  menu: {
    group: 'operator',
    order: 34,
    title: { 'pt-BR': 'Monitor', en: 'Monitor', es: 'Monitor', tr: 'İzleme' },
    icon: Gauge,
    needs: 'super',
  },
  audit: { texts: [texts, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
  strip: {
    order: 1,
    needs: 'super',
    texts: [stripTexts],
    strip: () => import('./BackupStrip').then((file) => file.BackupStrip),
  },
})
