import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { SECOND } from '../../platform/time'
import { NEXT_DUE, sendDue } from './due'

const send = defineCompanyJob<Services>({
  name: 'schedules.send',
  every: SECOND,
  due: NEXT_DUE,
  // On standby: the installation it was copied from may still send them.
  isHeld: (server) => server.isOnStandby(),
  run: sendDue,
})

export const scheduleJobs = [send]
