import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { distributionSubscribers } from './distribute'
import { distributionJobs } from './jobs'
import { distributionLogKinds } from './log-kinds'
import { distributionRoutes } from './routes'
import { addSamplePool } from './sample'

export const distribution = {
  name: 'distribution',
  routes: distributionRoutes,
  jobs: distributionJobs,
  subscribers: distributionSubscribers,
  logKinds: distributionLogKinds,
  fills: [samples.filledWith(addSamplePool)],
} satisfies Module
