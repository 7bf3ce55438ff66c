import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { MINUTE, SECOND } from '../../platform/time'
import { isOnStandby } from '../../tenancy/standby'
import { NEXT_DUE, sendDue } from './sending'
import { NOTICE_DUE, notifyOfSignOut } from './signed-out'

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

const signedOut = defineCompanyJob<Services>({
  name: 'email.signedOut',
  every: 5 * MINUTE,
  due: NOTICE_DUE,
  isHeld: (server) => server.isOnStandby(),
  isHeldIn: isOnStandby,
  run: notifyOfSignOut,
})

export const emailJobs = [send, signedOut]
