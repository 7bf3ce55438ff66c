import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { MINUTE } from '../../platform/time'
import { isOnStandby } from '../../tenancy/standby'
import { mailNext, NEXT_MAIL } from './views/mail'

const weekly = defineCompanyJob<Services>({
  name: 'reports.weekly',
  every: MINUTE,
  due: NEXT_MAIL,
  // On standby, the source installation may still send them.
  isHeld: (server) => server.isOnStandby(),
  isHeldIn: isOnStandby,
  run: mailNext,
})

export const reportJobs = [weekly]
