import { movers } from '../../moving-in/mover'
import { backlogs, MOST_COUNTED } from '../../platform/backlogs'
import type { Module } from '../../platform/module'
import { mediaColumn } from '../../platform/stored-files'
import { carryOvers, samples, waitingCounts } from '../../tenancy/lifecycle'
import { schedulesCarriedOver } from './carried-over'
import { manageSchedules } from './contract'
import { scheduleSubscribers } from './due'
import { scheduleErrors } from './errors'
import { scheduleJobs } from './jobs'
import { scheduleMover } from './move-in'
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
  fills: [
    carryOvers.filledWith({ module: 'schedules', statements: schedulesCarriedOver }),
    waitingCounts.filledWith(({ db }) => ({ schedules: countPending(db) })),
    samples.filledWith(addSchedules),
    movers.filledWith(scheduleMover),
    backlogs.filledWith({
      name: 'schedules',
      sql: `SELECT json_array(count(*), min(send_at), 0) FROM (SELECT send_at FROM schedules WHERE status = 'pending' ORDER BY send_at LIMIT ${MOST_COUNTED})`,
    }),
  ],
} satisfies Module
