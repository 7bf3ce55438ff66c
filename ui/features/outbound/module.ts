import { SlidersHorizontal } from 'lucide-react'
import { manageCampaigns } from '../../../src/outbound/rights/contract'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { CampaignSettingsView } from './view'

export const outbound = defineModule({
  name: 'outbound',
  path: '/campaigns-config',
  search: CampaignSettingsView,
  texts: [texts, kit],
  page: () => import('./SettingsPage').then((file) => file.SettingsPage),
  menu: {
    group: 'campaigns',
    order: 17,
    title: {
      'pt-BR': 'Ajustes de campanhas',
      en: 'Campaign settings',
      es: 'Ajustes de campañas',
      tr: 'Kampanya ayarları',
    },
    icon: SlidersHorizontal,
    needs: manageCampaigns,
    plan: 'useCampaigns',
  },
  audit: { texts: [texts, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
})
