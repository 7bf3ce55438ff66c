import { Zap } from 'lucide-react'
import { importTexts } from '../../shared/bulk-import/texts'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { channelTexts } from '../messages/texts/channels'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { QuickMessagesView } from './view'

export const quickMessages = defineModule({
  name: 'quickMessages',
  path: '/quick-messages',
  search: QuickMessagesView,
  texts: [texts, channelTexts, importTexts, kit],
  page: () => import('./QuickMessagesPage').then((file) => file.QuickMessagesPage),
  menu: {
    group: 'operational',
    order: 3,
    title: { 'pt-BR': 'Mensagens rápidas', en: 'Quick messages', es: 'Mensajes rápidos', tr: 'Hızlı mesajlar' },
    icon: Zap,
  },
  audit: { texts: [texts, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
})
