import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { SECOND } from '../../platform/time'
import { isPaused } from '../../tenancy/standby'
import { hasUnreported, reportChanged } from './counters'
import { expireAsked, fillSome, NEXT_STEP, startDue, stopWithoutPlan, TO_FILL } from './lifecycle'
import { sendSome } from './sending'

const report = defineCompanyJob<Services>({
  name: 'campaigns.report',
  every: SECOND,
  dueAt: (cx) => (hasUnreported(cx) ? 0 : null),
  run: reportChanged,
})

/** Starts sending and resumes it after a wait; otherwise each send triggers the next. */
const go = defineCompanyJob<Services>({
  name: 'campaigns.run',
  every: SECOND,
  slowest: SECOND, // no event marks the end of a wait
  due: NEXT_STEP,
  // On standby: the installation it was copied from may still send them.
  isHeld: (server) => server.isOnStandby(),
  isHeldIn: isPaused,
  run(cx) {
    stopWithoutPlan(cx)
    startDue(cx)
    expireAsked(cx)
    sendSome(cx)
  },
})

/** Creates the deliveries in batches. */
const fill = defineCompanyJob<Services>({
  name: 'campaigns.fill',
  every: SECOND,
  due: TO_FILL,
  isHeld: (server) => server.isOnStandby() || server.diskSpace.isFull(),
  run: fillSome,
})

export const campaignJobs = [report, go, fill]
