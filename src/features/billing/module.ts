import type { Module } from '../../platform/module'
import { settingTrials } from '../../settings/operator/trial'
import { payInvoices } from './contract'
import { billingErrors } from './errors'
import { billingJobs } from './jobs'
import { invoiceRoutes, subscriptionRoutes } from './routes'
import { pixTrial, webhookTrial } from './trial'

export const invoices = {
  name: 'invoices',
  routes: invoiceRoutes,
  jobs: billingJobs,
  permissions: [payInvoices],
  errors: billingErrors,
  fills: [settingTrials.filledWith(pixTrial, webhookTrial)],
} satisfies Module

export const subscription = { name: 'subscription', routes: subscriptionRoutes } satisfies Module
