import type { House } from '../../house/house'
import { defineJob } from '../../platform/jobs'
import { sendDue } from './due'

const send = defineJob<House>({
  name: 'schedules.send',
  every: '*/5 * * * * *',
  // Restored and not yet activated: the installation it was copied from may send them.
  run: async (house) => void (house.isPassive() || (await house.eachOpenCompany(sendDue))),
})

export const scheduleJobs = [send]
