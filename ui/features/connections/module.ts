import { Smartphone } from 'lucide-react'
import { types } from '../../shared/integrations/texts'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts as bot } from '../bot/texts'
import { texts as distribution } from '../distribution/texts'
import { reasons } from '../distribution/texts/reasons'
import { texts as escalation } from '../escalation/texts'
import { texts as messageCosts } from '../message-costs/texts'
import { texts as queues } from '../queues/texts'
import { texts } from './texts'
import { appTexts } from './texts/appTexts'
import { auditTexts } from './texts/audit'
import { details } from './texts/details'
import { kinds } from './texts/kinds'
import { official } from './texts/official'
import { pages } from './texts/pages'
import { passkey } from './texts/passkey'
import { state } from './texts/state'
import { ConnectionsView } from './view'

const all = [
  texts,
  details,
  kinds,
  official,
  pages,
  passkey,
  state,
  kit,
  queues,
  types,
  bot,
  distribution,
  escalation,
  reasons,
  messageCosts,
]

export const connections = defineModule({
  name: 'connections',
  path: '/connections',
  search: ConnectionsView,
  texts: all,
  page: () => import('./ConnectionsPage').then((file) => file.ConnectionsPage),
  menu: {
    group: 'administration',
    order: 19,
    title: { 'pt-BR': 'Conexões', en: 'Connections', es: 'Conexiones', tr: 'Bağlantılar' },
    icon: Smartphone,
    needs: 'drawer-admin-items:view',
  },
  watch: () => import('./useConnectionEvents').then((file) => file.useConnectionEvents),
  audit: { texts: [texts, details, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
  strip: {
    order: 4,
    needs: 'connections-page:editOrDeleteConnection',
    texts: [appTexts],
    strip: () => import('./AppTextsStrip').then((file) => file.AppTextsStrip),
  },
})

/** Where Meta sends people back to. */
export const metaSignIn = defineModule({
  name: 'metaSignIn',
  within: 'connections',
  path: '/meta-sign-in', // `signIn` of metaAddresses: the list of modules holds literals
  texts: all,
  page: () => import('./signIn/MetaSignInPage').then((file) => file.MetaSignInPage),
})
