import { defineServerJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'

/** Remembers the machines of the fleet, and begins planned moves at their hour. */
const lookAfter = defineServerJob<Services>({
  name: 'machines.look-after',
  every: '*/5 * * * * *',
  runsAt: 'installation',
  run: ({ machines }) => machines?.lookAfter(),
})

export const machineJobs = [lookAfter]
