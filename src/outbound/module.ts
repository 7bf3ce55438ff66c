import { Elysia } from 'elysia'
import type { Module } from '../platform/module'
import { carryOvers, samples } from '../tenancy/lifecycle'
import { autoResponders } from '../tickets/auto-responders'
import { manageCampaigns } from './contract'
import { outboundErrors } from './errors'
import { outcomeSubscribers } from './rate/outcomes'
import { campaignSettingRoutes, optOutRoutes } from './routes'
import { addOutboundSample } from './sample'
import { outboundCarriedOver } from './suppression/carried-over'
import { optOutSubscribers } from './suppression/opt-outs'
import { confirmWish, confirmWishWithoutTicket, storeWishes } from './suppression/wishes'

/** Registered before every module that answers or counts replies. */
export const outbound = {
  name: 'outbound',
  plan: 'useCampaigns',
  routes: (http) => new Elysia().use(campaignSettingRoutes(http)).use(optOutRoutes(http)),
  permissions: [manageCampaigns],
  errors: outboundErrors,
  subscribers: [...outcomeSubscribers, ...optOutSubscribers, storeWishes],
  fills: [
    autoResponders.filledWith(confirmWishWithoutTicket, confirmWish),
    carryOvers.filledWith({ module: 'outbound', statements: outboundCarriedOver }),
    samples.filledWith(addOutboundSample),
  ],
} satisfies Module
