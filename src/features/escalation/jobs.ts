import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { MINUTE, SECOND } from '../../platform/time'
import { isOnStandby } from '../../tenancy/standby'
import { escalateDue, NEXT_ESCALATION } from './escalate'

const look = defineCompanyJob<Services>({
  name: 'escalation.look',
  every: SECOND,
  slowest: MINUTE,
  due: NEXT_ESCALATION,
  isHeld: (server) => server.isOnStandby(),
  isHeldIn: isOnStandby,
  run: (cx, server) => escalateDue(cx, server.publicUrl()),
})

export const escalationJobs = [look]
