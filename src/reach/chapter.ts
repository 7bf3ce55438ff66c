import { Elysia } from 'elysia'
import type { Module } from '../platform/module'
import { carryOvers, samples } from '../tenancy/lifecycle'
import { answerers } from '../tickets/messages/receiving/answerers'
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
  fills: [
    answerers.filledWith(answerWishUnasked, answerWish),
    carryOvers.filledWith({ module: 'reach', statements: reachCarriedOver }),
    samples.filledWith(addReachSample),
  ],
} satisfies Module
