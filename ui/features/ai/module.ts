import { Sparkles } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'

export const ai = defineModule({
  name: 'ai',
  path: '/ChatGPT/{-$chatId}',
  texts: [texts, kit],
  page: () => import('./AiPage').then((file) => file.AiPage),
  desk: () => import('./desk').then((file) => file.deskParts),
  menu: {
    group: 'operational',
    order: 7,
    title: { 'pt-BR': 'Assistente de IA', en: 'AI assistant', es: 'Asistente de IA', tr: 'Yapay zekâ' },
    icon: Sparkles,
  },
})
