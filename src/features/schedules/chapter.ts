import type { Module } from '../../platform/module'
import { carryOvers, samples, waitingCounts } from '../../tenancy/lifecycle'
import { schedulesCarriedOver } from './carried-over'
import { manageSchedules } from './contract'
import { scheduleSubscribers } from './due'
import { scheduleErrors } from './errors'
import { scheduleJobs } from './jobs'
import { countPending } from './queries'
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
  fills: [
    carryOvers.filledWith({ module: 'schedules', statements: schedulesCarriedOver }),
    waitingCounts.filledWith(({ db }) => ({ schedules: countPending(db) })),
    samples.filledWith(addSchedules),
  ],
} satisfies Module
