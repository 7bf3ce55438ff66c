import type { Module } from '../../platform/module'
import { beforeQueueSave } from '../../queues/events'
import { samples } from '../../tenancy/lifecycle'
import { integrationRunners, queueIntegrations } from '../integrations/runner'
import { typebotErrors } from './errors'
import { lookUpPublicId, typebotOfQueue } from './queues'
import { typebotRoutes } from './routes'
import { typebotRunner } from './runner'
import { addSampleTypebot } from './sample'

export const typebot = {
  name: 'typebot',
  plan: 'useIntegrations',
  routes: typebotRoutes,
  errors: typebotErrors,
  fills: [
    integrationRunners.filledWith(typebotRunner),
    queueIntegrations.filledWith(typebotOfQueue),
    beforeQueueSave.filledWith(lookUpPublicId),
    samples.filledWith(addSampleTypebot),
  ],
} satisfies Module
