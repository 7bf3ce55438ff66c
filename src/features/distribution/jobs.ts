import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { HOUR, MINUTE, SECOND } from '../../platform/time'
import { forgetOld, lookAtPools, NEXT_FORGOTTEN, NEXT_LOOK } from './distribute'

const look = defineCompanyJob<Services>({
  name: 'distribution.look',
  every: 3 * SECOND,
  slowest: MINUTE, // a queue opens, or somebody's working hours begin, without a word
  due: NEXT_LOOK,
  run: lookAtPools,
})

const forget = defineCompanyJob<Services>({
  name: 'distribution.forget',
  every: HOUR,
  due: NEXT_FORGOTTEN,
  run: forgetOld,
})

export const distributionJobs = [look, forget]
