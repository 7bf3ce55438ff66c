import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { HOUR, MINUTE, SECOND } from '../../platform/time'
import { deleteOld, distributeWaiting, NEXT_DELETION, NEXT_DISTRIBUTION } from './distribute'

const look = defineCompanyJob<Services>({
  name: 'distribution.look',
  every: 3 * SECOND,
  slowest: MINUTE, // no event marks the start of opening or working hours
  due: NEXT_DISTRIBUTION,
  run: distributeWaiting,
})

const forget = defineCompanyJob<Services>({
  name: 'distribution.forget',
  every: HOUR,
  due: NEXT_DELETION,
  run: deleteOld,
})

export const distributionJobs = [look, forget]
