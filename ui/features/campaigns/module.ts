import { LayoutDashboard, Megaphone } from 'lucide-react'
import { manageCampaigns } from '../../../src/outbound/rights/contract'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts as messages } from '../messages/texts'
import { failureTexts } from '../messages/texts/failures'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { editor } from './texts/editor'
import { logTexts } from './texts/log'
import { reasons } from './texts/reasons'
import { report } from './texts/report'
import { CampaignsView, DashboardView, ReportView } from './view'

const all = [texts, editor, report, reasons, messages, failureTexts, kit] as const

export const campaigns = defineModule({
  name: 'campaigns',
  path: '/campaigns',
  search: CampaignsView,
  texts: all,
  page: () => import('./CampaignsPage').then((file) => file.CampaignsPage),
  desk: () => import('./desk').then((file) => file.deskParts),
  menu: {
    group: 'campaigns',
    order: 15,
    title: { 'pt-BR': 'Campanhas', en: 'Campaigns', es: 'Campañas', tr: 'Kampanyalar' },
    icon: Megaphone,
    needs: manageCampaigns,
    plan: 'useCampaigns',
  },
  audit: { texts: [report, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
  ticketLog: { texts: [logTexts], kinds: () => import('./log').then((file) => file.kinds) },
})

export const campaign = defineModule({
  name: 'campaign',
  path: '/campaigns/$campaignId',
  texts: all,
  plan: 'useCampaigns',
  page: () => import('./editor/EditorPage').then((file) => file.EditorPage),
})

export const campaignReport = defineModule({
  name: 'campaignReport',
  path: '/campaign/$campaignId/report',
  within: 'campaigns',
  search: ReportView,
  texts: all,
  plan: 'useCampaigns',
  page: () => import('./report/ReportPage').then((file) => file.ReportPage),
})

export const campaignDashboard = defineModule({
  name: 'campaignDashboard',
  path: '/campaign-dashboard',
  search: DashboardView,
  texts: all,
  page: () => import('./dashboard/DashboardPage').then((file) => file.DashboardPage),
  menu: {
    group: 'campaigns',
    order: 18,
    title: {
      'pt-BR': 'Dashboard de campanhas',
      en: 'Campaign dashboard',
      es: 'Panel de campañas',
      tr: 'Kampanya panosu',
    },
    icon: LayoutDashboard,
    needs: manageCampaigns,
    plan: 'useCampaigns',
  },
})
