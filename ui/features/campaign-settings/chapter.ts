import { SlidersHorizontal } from 'lucide-react'
import { manageCampaigns } from '../../../src/reach/rights/contract'
import { defineChapter } from '../../shared/chapter'
import { kit } from '../../shared/kit/texts'
import { texts } from './texts'
import { CampaignSettingsView } from './view'

export const campaignSettings = defineChapter({
  name: 'campaignSettings',
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
})
