import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { autoResponders } from '../../tickets/auto-responders'
import { queueBots } from '../bot/queue-bots'
import { changeIntegrations, seeIntegrations } from './contract'
import { dialogflow, intentDetection } from './dialogflow/dialogflow'
import { integrationErrors } from './errors'
import { fileLinks } from './file-links'
import { integrationJobs } from './jobs'
import { integrationLogKinds } from './log-kinds'
import { integrationRoutes } from './routes'
import { integrationRunners } from './runner'
import { addSampleIntegrations } from './sample'
import { integrationBot, integrationResponder, integrationSubscribers } from './serve'
import { integrationTurns } from './turns'
import { n8nRunner, webhookRunner } from './webhook'

export const integrations = {
  name: 'integrations',
  plan: 'useIntegrations',
  routes: integrationRoutes,
  services: [intentDetection, integrationTurns],
  jobs: integrationJobs,
  permissions: [seeIntegrations, changeIntegrations],
  errors: integrationErrors,
  companyLinks: [fileLinks],
  subscribers: integrationSubscribers,
  logKinds: integrationLogKinds,
  fills: [
    queueBots.filledWith(integrationBot),
    autoResponders.filledWith(integrationResponder),
    integrationRunners.filledWith(webhookRunner, n8nRunner, dialogflow),
    samples.filledWith(addSampleIntegrations),
  ],
} satisfies Module
