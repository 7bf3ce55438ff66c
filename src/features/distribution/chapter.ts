import type { Chapter } from '../../chapter'
import { distributionSubscribers } from './distribute'
import { distributionJobs } from './jobs'
import { distributionRoutes } from './routes'
import { addSamplePool } from './sample'

export const distribution = {
  name: 'distribution',
  routes: distributionRoutes,
  jobs: distributionJobs,
  subscribers: distributionSubscribers,
  sample: addSamplePool,
} satisfies Chapter
