import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { SECOND } from '../../platform/time'
import { remindDue } from './actions'

const remind = defineCompanyJob<Services>({
  name: 'calendar.remind',
  every: SECOND,
  due: 'SELECT min(remind_at) FROM event_plans WHERE remind_at IS NOT NULL',
  isHeld: (server) => server.isOnStandby(),
  run: remindDue,
})

export const eventJobs = [remind]
