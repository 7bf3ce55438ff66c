import { Terminal } from 'lucide-react'
import { manageApi } from '../../../src/features/external-api/rights/contract'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { docTexts } from './texts/doc'
import { MessagesApiView } from './view'

export const messagesApi = defineModule({
  name: 'messagesApi',
  path: '/messages-api',
  search: MessagesApiView,
  texts: [texts, docTexts, kit],
  page: () => import('./MessagesApiPage').then((file) => file.MessagesApiPage),
  menu: {
    group: 'administration',
    order: 22,
    title: { 'pt-BR': 'API de mensagens', en: 'Messages API', es: 'API de mensajes', tr: 'Mesaj API' },
    icon: Terminal,
    needs: manageApi,
    plan: 'useExternalApi',
  },
  audit: { texts: [auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
})
