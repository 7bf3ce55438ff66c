import { Elysia } from 'elysia'
import type { Module } from '../platform/module'
import { carryOvers, samples } from '../tenancy/lifecycle'
import { answerers } from '../tickets/receiving/answerers'
import { manageCampaigns } from './contract'
import { reachErrors } from './errors'
import { outcomeSubscribers } from './rate/outcomes'
import { campaignSettingRoutes, optOutRoutes } from './routes'
import { addReachSample } from './sample'
import { answerWish, answerWishUnasked, takeWishes } from './suppression/answers'
import { reachCarriedOver } from './suppression/carried-over'
import { optOutSubscribers } from './suppression/opt-outs'

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
