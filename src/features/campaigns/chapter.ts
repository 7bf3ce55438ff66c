import type { Chapter } from '../../chapter'
import { mediaColumn } from '../../platform/stored-files'
import { campaignsCarriedOver } from './carried-over'
import { campaignErrors } from './errors'
import { campaignJobs } from './jobs'
import { campaignSubscribers, takeConfirmation } from './outcomes'
import { countUnderWay } from './queries'
import { campaignRoutes } from './routes'
import { addCampaigns } from './sample'

export const campaigns = {
  name: 'campaigns',
  plan: 'useCampaigns',
  routes: campaignRoutes,
  jobs: campaignJobs,
  errors: campaignErrors,
  subscribers: campaignSubscribers,
  answerers: [takeConfirmation],
  storedFiles: [mediaColumn('campaigns')],
  carriedOver: campaignsCarriedOver,
  waiting: ({ db }) => ({ campaigns: countUnderWay(db) }),
  sample: addCampaigns,
} satisfies Chapter
