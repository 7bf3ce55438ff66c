import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { SECOND } from '../../platform/time'
import { isOnStandby } from '../../tenancy/standby'
import { NEXT_DUE, sendDue } from './sending'

const send = defineCompanyJob<Services>({
  name: 'email.send',
  every: SECOND,
  slowest: 5 * SECOND, // a turn may have to wait for other companies
  due: NEXT_DUE,
  // On standby: the installation it was copied from may still send them.
  isHeld: (server) => server.isOnStandby(),
  isHeldIn: isOnStandby,
  run: sendDue,
})

export const emailJobs = [send]
