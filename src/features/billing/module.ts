import type { Module } from '../../platform/module'
import { payInvoices } from './contract'
import { billingErrors } from './errors'
import { billingJobs } from './jobs'
import { invoiceRoutes, subscriptionRoutes } from './routes'

export const invoices = {
  name: 'invoices',
  routes: invoiceRoutes,
  jobs: billingJobs,
  permissions: [payInvoices],
  errors: billingErrors,
} satisfies Module

export const subscription = { name: 'subscription', routes: subscriptionRoutes } satisfies Module
