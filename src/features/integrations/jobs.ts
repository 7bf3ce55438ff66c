import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { SECOND } from '../../platform/time'
import { isPaused } from '../../tenancy/standby'
import { hasChanged, reportChanged } from './health'
import { NEXT_DUE } from './sessions'

/** Resumes turns after a start, and does what waits for its time; otherwise each message triggers its turn. */
const turns = defineCompanyJob<Services>({
  name: 'integrations.turns',
  every: SECOND / 4,
  slowest: SECOND,
  due: NEXT_DUE,
  dueAt: (cx, server, at) => (at === null || at > cx.now() ? at : server.integrations.nextDue(cx)),
  isHeld: (server) => server.isOnStandby(),
  isHeldIn: isPaused,
  run: (cx, server) => server.integrations.wakeDue(cx),
})

const report = defineCompanyJob<Services>({
  name: 'integrations.report',
  every: SECOND,
  dueAt: (cx) => (hasChanged(cx) ? 0 : null),
  run: reportChanged,
})

export const integrationJobs = [turns, report]
