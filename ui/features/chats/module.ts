import { MessageCircleMore } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts as messages } from '../messages/texts'
import { channelTexts } from '../messages/texts/channels'
import { texts } from './texts'
import { chatBellTexts } from './texts/bell'
import { ChatsView } from './view'

export const chats = defineModule({
  name: 'chats',
  path: '/chats/{-$chatId}',
  isWide: true,
  search: ChatsView,
  texts: [texts, chatBellTexts, messages, channelTexts, kit],
  page: () => import('./ChatsPage').then((file) => file.ChatsPage),
  desk: () => import('./desk').then((file) => file.deskParts),
  menu: {
    group: 'operational',
    order: 10,
    title: { 'pt-BR': 'Chat interno', en: 'Internal chat', es: 'Chat interno', tr: 'İç sohbet' },
    icon: MessageCircleMore,
    plan: 'useInternalChat',
  },
  bell: () => import('./bell').then((file) => file.bell()),
  watch: () => import('./bell').then((file) => file.watch()),
})
