import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { SECOND } from '../../platform/time'
import { isOnStandby } from '../../tenancy/standby'
import { NEXT_DUE, sendDue } from './sending'

const send = defineCompanyJob<Services>({
  name: 'email.send',
  every: SECOND,
  slowest: 5 * SECOND, // a run may have to wait for other companies
  due: NEXT_DUE,
  // On standby, the source installation may still send them.
  isHeld: (server) => server.isOnStandby(),
  isHeldIn: isOnStandby,
  run: sendDue,
})

export const emailJobs = [send]
