import type { Chapter } from '../../chapter'
import { mediaColumn } from '../../platform/stored-files'
import { schedulesCarriedOver } from './carried-over'
import { manageSchedules } from './contract'
import { scheduleSubscribers } from './due'
import { scheduleErrors } from './errors'
import { scheduleJobs } from './jobs'
import { countPending } from './queries'
import { scheduleRoutes } from './routes'
import { addSchedules } from './sample'

export const schedules = {
  name: 'schedules',
  plan: 'useSchedules',
  routes: scheduleRoutes,
  jobs: scheduleJobs,
  permissions: [manageSchedules],
  errors: scheduleErrors,
  subscribers: scheduleSubscribers,
  storedFiles: [mediaColumn('schedules')],
  carriedOver: schedulesCarriedOver,
  waiting: ({ db }) => ({ schedules: countPending(db) }),
  sample: addSchedules,
} satisfies Chapter
