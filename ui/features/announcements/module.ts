import { Megaphone } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { bellTexts } from './texts/bell'
import { AnnouncementsView } from './view'

export const announcements = defineModule({
  name: 'announcements',
  path: '/announcements',
  search: AnnouncementsView,
  texts: [texts, bellTexts, kit],
  page: () => import('./AnnouncementsPage').then((file) => file.AnnouncementsPage),
  menu: {
    group: 'operator',
    order: 33,
    title: { 'pt-BR': 'Comunicados', en: 'Announcements', es: 'Comunicados', tr: 'Duyurular' },
    icon: Megaphone,
    needs: 'super',
  },
  bell: () => import('./bell').then((file) => file.bell()),
  isBellForAll: true,
  audit: { texts: [texts, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
})
