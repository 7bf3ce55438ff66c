import { operatorActs } from '../../audit/visibility'
import { movers } from '../../moving-in/mover'
import type { Module } from '../../platform/module'
import { mailTemplates } from '../../settings/mail-templates/templates'
import { settingTests } from '../../settings/operator/setting-test'
import { planFollowers } from '../../tenancy/lifecycle'
import { chargeReads } from './charge-reads'
import { pixTest, webhookTest } from './connection-test'
import { payInvoices } from './contract'
import { billingWrites } from './control-writes'
import { billingErrors } from './errors'
import { followPlan } from './follow-plan'
import { billingJobs } from './jobs'
import { invoiceMail, oddMail, overdueMail } from './mail-templates'
import { invoiceMover } from './move-in'
import { invoiceRoutes, subscriptionRoutes } from './routes'
import { billing } from './service'

export const invoices = {
  name: 'invoices',
  routes: invoiceRoutes,
  services: [billing, chargeReads],
  jobs: billingJobs,
  controlWrites: billingWrites,
  permissions: [payInvoices],
  errors: billingErrors,
  fills: [
    operatorActs.filledWith({ kind: 'invoice' }, { kind: 'webhook', subject: 'none' }),
    settingTests.filledWith(pixTest, webhookTest),
    planFollowers.filledWith(followPlan),
    movers.filledWith(invoiceMover),
    mailTemplates.filledWith(invoiceMail, overdueMail, oddMail),
  ],
} satisfies Module

export const subscription = { name: 'subscription', routes: subscriptionRoutes } satisfies Module
