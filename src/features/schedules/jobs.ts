import { defineJob } from '../../platform/jobs'
import type { Server } from '../../server/server'
import { sendDue } from './due'

const send = defineJob<Server>({
  name: 'schedules.send',
  every: '*/5 * * * * *',
  // Restored and not yet activated: the installation it was copied from may send them.
  run: async (server) => void (server.isPassive() || (await server.eachOpenCompany(sendDue))),
})

export const scheduleJobs = [send]
