import { defineServerJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'

/** Looks for newer versions once a day, begins a planned update at its hour, and tells how one ended. */
const lookAfter = defineServerJob<Services>({
  name: 'installation.updates',
  every: '5 * * * * *',
  runsAt: 'installation',
  run: ({ updates }) => updates.lookAfter(),
})

/** In a fleet: has the machines updated in turn. */
const rollOn = defineServerJob<Services>({
  name: 'installation.fleet-updates',
  every: '*/5 * * * * *',
  runsAt: 'installation',
  run: ({ fleetUpdates }) => fleetUpdates?.rollOn(),
})

export const updateJobs = [lookAfter, rollOn]
