import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { SECOND } from '../../platform/time'
import { isOnStandby } from '../../tenancy/standby'
import { hasUnreported, reportChanged } from './figures'
import { expireAsked, fillSome, NEXT_STEP, startDue, TO_FILL } from './running'
import { sendSome } from './sending'

const report = defineCompanyJob<Services>({
  name: 'campaigns.report',
  every: SECOND,
  dueAt: (cx) => (hasUnreported(cx) ? 0 : null),
  run: reportChanged,
})

/** Most of what leaves follows on what has left; this begins it, and goes on when a wait is over. */
const go = defineCompanyJob<Services>({
  name: 'campaigns.run',
  every: SECOND,
  slowest: SECOND, // a wait ends without a word
  due: NEXT_STEP,
  // Restored and not yet activated: the installation it was copied from may send them.
  isHeld: (server) => server.isOnStandby(),
  isHeldIn: isOnStandby,
  run(cx) {
    startDue(cx)
    expireAsked(cx)
    sendSome(cx)
  },
})

/** Makes their deliveries, some at a time. */
const fill = defineCompanyJob<Services>({
  name: 'campaigns.fill',
  every: SECOND,
  due: TO_FILL,
  isHeld: (server) => server.isOnStandby() || server.diskSpace.isFull(),
  run: fillSome,
})

export const campaignJobs = [report, go, fill]
