import type { Chapter } from '../../chapter'
import { manageSchedules } from './contract'
import { scheduleSubscribers } from './due'
import { scheduleErrors } from './errors'
import { scheduleJobs } from './jobs'
import { scheduleRoutes } from './routes'
import { addSchedules } from './sample'
import { scheduleFiles } from './stored-files'

export const schedules = {
  name: 'schedules',
  plan: 'useSchedules',
  routes: scheduleRoutes,
  jobs: scheduleJobs,
  permissions: [manageSchedules],
  errors: scheduleErrors,
  subscribers: scheduleSubscribers,
  storedFiles: scheduleFiles,
  sample: addSchedules,
} satisfies Chapter
