import type { Module } from '../../platform/module'
import { carryOvers, samples, waitingCounts } from '../../tenancy/lifecycle'
import { webhooksCarriedOver } from './carried-over'
import { allEventTypes, manageWebhooks } from './contract'
import { webhookErrors } from './errors'
import { webhookJobs } from './jobs'
import { eventOf } from './payloads'
import { countWaiting } from './queries'
import { webhookSubscribers } from './record'
import { webhookRoutes } from './routes'
import { addSampleWebhooks } from './sample'
import { webhookSender } from './sender'

export const webhooks = {
  name: 'webhooks',
  plan: 'useIntegrations',
  routes: webhookRoutes,
  services: [webhookSender],
  jobs: webhookJobs,
  permissions: [manageWebhooks],
  errors: webhookErrors,
  subscribers: webhookSubscribers,
  sends: Object.fromEntries(allEventTypes.map((type) => [type, eventOf(type)])),
  fills: [
    carryOvers.filledWith({ module: 'webhooks', statements: webhooksCarriedOver }),
    samples.filledWith(addSampleWebhooks),
    waitingCounts.filledWith(({ db }) => ({ deliveries: countWaiting(db) })),
  ],
} satisfies Module
