import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { SECOND } from '../../platform/time'
import { isOnStandby } from '../../tenancy/standby'

const send = defineCompanyJob<Services>({
  name: 'push.send',
  every: SECOND,
  slowest: SECOND,
  due: 'SELECT min(next_at) FROM push_notices',
  // On standby, the source installation may still notify them.
  isHeld: (server) => server.isOnStandby(),
  isHeldIn: isOnStandby,
  run: (cx, server) => server.push.sendDue(cx),
})

export const pushJobs = [send]
