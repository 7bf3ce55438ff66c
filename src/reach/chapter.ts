import { Elysia } from 'elysia'
import type { Chapter } from '../chapter'
import { reachCarriedOver } from './carried-over'
import { manageCampaigns } from './contract'
import { reachErrors } from './errors'
import { answerWish, answerWishUnasked, takeWishes } from './opt-out-answers'
import { optOutSubscribers } from './opt-outs'
import { outcomeSubscribers } from './outcomes'
import { campaignSettingRoutes, optOutRoutes } from './routes'
import { addReachSample } from './sample'

/** Before all that answers or counts what people write back. */
export const reach = {
  name: 'reach',
  plan: 'useCampaigns',
  routes: (http) => new Elysia().use(campaignSettingRoutes(http)).use(optOutRoutes(http)),
  permissions: [manageCampaigns],
  errors: reachErrors,
  subscribers: [...outcomeSubscribers, ...optOutSubscribers, takeWishes],
  answerers: [answerWishUnasked, answerWish],
  carriedOver: reachCarriedOver,
  sample: addReachSample,
} satisfies Chapter
