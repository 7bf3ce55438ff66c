import { defineServerJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { announceRenewal } from './announce'
import { beginPlans, createInvoices } from './daily'
import { sendInvoiceMails } from './mails'
import { readSome } from './payments'

/**
 * Hourly, because days begin at different times in the companies' time zones; each company gets one invoice and each
 * mail once.
 */
const invoices = defineServerJob<Services>({
  name: 'billing.invoices',
  every: '0 7 * * * *',
  runsAt: 'installation',
  async run(services) {
    if (services.isOnStandby()) return
    await createInvoices(services, (renewed) => announceRenewal(services, renewed, null))
    await sendInvoiceMails(services)
  },
})

/** A company that is created, renewed or given a plan gets its invoice at once. */
const changed = defineServerJob<Services>({
  name: 'billing.changed',
  every: '*/15 * * * * *',
  runsAt: 'installation',
  async run(services) {
    if (services.isOnStandby()) return
    beginPlans(services)
    if (!services.billing.hasNews()) return
    await createInvoices(services, (renewed) => announceRenewal(services, renewed, null))
  },
})

/** Finds payments whose webhook did not arrive. */
const pending = defineServerJob<Services>({
  name: 'billing.pending',
  every: '*/30 * * * * *',
  runsAt: 'installation',
  run: (services) => (services.isOnStandby() ? undefined : readSome(services)),
})

export const billingJobs = [invoices, changed, pending]
