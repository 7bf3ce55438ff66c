import { SlidersHorizontal } from 'lucide-react'
import { kit } from '../../shared/kit/texts'
import { mailTexts } from '../../shared/mail/texts'
import { defineModule } from '../../shared/module'
import { viewSchema } from '../../shared/table/view'
import { texts as messageCosts } from '../message-costs/texts'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { metaApp } from './texts/metaApp'

export const operatorSettings = defineModule({
  name: 'operatorSettings',
  path: '/operator-settings',
  search: viewSchema(['name']),
  texts: [texts, metaApp, mailTexts, messageCosts, kit],
  page: () => import('./OperatorSettingsPage').then((file) => file.OperatorSettingsPage),
  menu: {
    group: 'operator',
    order: 39,
    title: {
      'pt-BR': 'Ajustes da instalação',
      en: 'Installation settings',
      es: 'Ajustes de la instalación',
      tr: 'Kurulum ayarları',
    },
    icon: SlidersHorizontal,
    needs: 'super',
  },
  audit: { texts: [auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
})
