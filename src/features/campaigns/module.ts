import { movers } from '../../moving-in/mover'
import { backlogs } from '../../platform/backlogs'
import type { Module } from '../../platform/module'
import { mediaColumn } from '../../platform/stored-files'
import { carryOvers, samples, waitingCounts } from '../../tenancy/lifecycle'
import { autoResponders } from '../../tickets/auto-responders'
import { ticketFields } from '../../tickets/fields'
import { campaignsCarriedOver } from './carried-over'
import { STATUS } from './contract'
import { campaignCostSubscribers } from './cost'
import { campaignErrors } from './errors'
import { campaignJobs } from './jobs'
import { campaignLogKinds } from './log-kinds'
import { campaignMover } from './move-in'
import { campaignSubscribers, takeConfirmation } from './outcomes'
import { countUnderWay } from './queries'
import { campaignRoutes } from './routes'
import { addCampaigns } from './sample'
import { ticketCampaign } from './ticket-field'

export const campaigns = {
  name: 'campaigns',
  plan: 'useCampaigns',
  routes: campaignRoutes,
  jobs: campaignJobs,
  errors: campaignErrors,
  subscribers: [...campaignSubscribers, ...campaignCostSubscribers],
  storedFiles: [mediaColumn('campaigns')],
  logKinds: campaignLogKinds,
  fills: [
    ticketFields.filledWith(ticketCampaign),
    autoResponders.filledWith(takeConfirmation),
    carryOvers.filledWith({ module: 'campaigns', statements: campaignsCarriedOver }),
    waitingCounts.filledWith(({ db }) => ({ campaigns: countUnderWay(db) })),
    samples.filledWith(addCampaigns),
    movers.filledWith(campaignMover),
    backlogs.filledWith({
      name: 'campaigns',
      sql: `SELECT json_array(ifnull(sum(p.waiting), 0), NULL, ifnull(sum(p.failed), 0))
        FROM campaigns c JOIN campaign_progress p ON p.campaign_id = c.id WHERE c.status = '${STATUS.running}'`,
    }),
  ],
} satisfies Module
