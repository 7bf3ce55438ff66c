import { defineServerJob } from '../../platform/jobs'
import { getOrMake } from '../../platform/maps'
import type { Services } from '../../platform/module'
import { type ControlDb, remembered } from '../../platform/sqlite'
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
  async run(services) {
    if (services.isOnStandby()) return
    await createInvoices(services, (renewed) => announceRenewal(services, renewed, null))
    await sendInvoiceMails(services)
  },
})

const changes = new WeakMap<ControlDb, (none: null) => object>()
const made = new WeakMap<ControlDb, object>()

/** A company that is created, renewed or given a plan gets its invoice at once. Costs microseconds without a change. */
const changed = defineServerJob<Services>({
  name: 'billing.changed',
  every: '*/15 * * * * *',
  async run(services) {
    const { control } = services.databases
    const markNow = getOrMake(changes, control, () => remembered(control.$client, () => ({}), ['companies', 'plans']))
    if (services.isOnStandby()) return
    beginPlans(services)
    const mark = markNow(null)
    if (made.get(control) === mark) return
    made.set(control, mark)
    await createInvoices(services, (renewed) => announceRenewal(services, renewed, null))
  },
})

/** Finds payments whose webhook did not arrive. */
const pending = defineServerJob<Services>({
  name: 'billing.pending',
  every: '*/30 * * * * *',
  run: (services) => (services.isOnStandby() ? undefined : readSome(services)),
})

export const billingJobs = [invoices, changed, pending]
