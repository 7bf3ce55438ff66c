import { defineJob } from '../../platform/jobs'
import type { Server } from '../../server/server'
import { forgetOld, lookAtPools } from './distribute'

const look = defineJob<Server>({
  name: 'distribution.look',
  every: '*/3 * * * * *',
  run: (server) => server.eachOpenCompany(lookAtPools),
})

const forget = defineJob<Server>({
  name: 'distribution.forget',
  every: '0 41 * * * *',
  run: (server) => server.eachOpenCompany(forgetOld),
})

export const distributionJobs = [look, forget]
