import type { House } from '../../house/house'
import { defineJob } from '../../platform/jobs'
import { forgetOld, lookAtPools } from './distribute'

const look = defineJob<House>({
  name: 'distribution.look',
  every: '*/3 * * * * *',
  run: (house) => house.eachOpenCompany(lookAtPools),
})

const forget = defineJob<House>({
  name: 'distribution.forget',
  every: '0 41 * * * *',
  run: (house) => house.eachOpenCompany(forgetOld),
})

export const distributionJobs = [look, forget]
