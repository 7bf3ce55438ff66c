import { operatorActs } from '../../audit/visibility'
import type { Module } from '../../platform/module'
import { mailTemplates } from '../../settings/mail-templates/templates'
import { settingTrials } from '../../settings/operator/trial'
import { planFollowers } from '../../tenancy/lifecycle'
import { chargeReads } from './charge-reads'
import { payInvoices } from './contract'
import { billingErrors } from './errors'
import { followPlan } from './follow-plan'
import { billingJobs } from './jobs'
import { invoiceMail, oddMail, overdueMail } from './mail-templates'
import { invoiceRoutes, subscriptionRoutes } from './routes'
import { billing } from './service'
import { pixTrial, webhookTrial } from './trial'

export const invoices = {
  name: 'invoices',
  routes: invoiceRoutes,
  services: [billing, chargeReads],
  jobs: billingJobs,
  permissions: [payInvoices],
  errors: billingErrors,
  fills: [
    operatorActs.filledWith({ kind: 'invoice' }, { kind: 'webhook', subject: 'none' }),
    settingTrials.filledWith(pixTrial, webhookTrial),
    planFollowers.filledWith(followPlan),
    mailTemplates.filledWith(invoiceMail, overdueMail, oddMail),
  ],
} satisfies Module

export const subscription = { name: 'subscription', routes: subscriptionRoutes } satisfies Module
