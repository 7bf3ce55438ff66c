import { defineServerJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { createInvoices } from './daily'
import { sendInvoiceMails } from './mails'
import { readSome } from './payments'

/**
 * Hourly, because days begin at different times in the companies' time zones; each company gets one invoice and each
 * mail once.
 */
const invoices = defineServerJob<Services>({
  name: 'billing.invoices',
  every: '0 7 * * * *',
  async run(services) {
    if (services.isOnStandby()) return
    await createInvoices(services)
    await sendInvoiceMails(services)
  },
})

/** Finds payments whose webhook did not arrive. */
const pending = defineServerJob<Services>({
  name: 'billing.pending',
  every: '*/30 * * * * *',
  run: (services) => (services.isOnStandby() ? undefined : readSome(services)),
})

export const billingJobs = [invoices, pending]
