import { UsersRound } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { UsersView } from './view'

export const users = defineModule({
  name: 'users',
  path: '/users',
  search: UsersView,
  texts: [texts, kit],
  page: () => import('./UsersPage').then((file) => file.UsersPage),
  menu: {
    group: 'administration',
    order: 21,
    title: { 'pt-BR': 'Usuários', en: 'Users', es: 'Usuarios', tr: 'Kullanıcılar' },
    icon: UsersRound,
    needs: 'users-page:view',
  },
  watch: () => import('./useUserEvents').then((file) => file.useUserEvents),
  audit: { texts: [texts, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
})
