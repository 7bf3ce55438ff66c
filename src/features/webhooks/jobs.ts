import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { MINUTE, SECOND } from '../../platform/time'
import { isOnStandby } from '../../tenancy/standby'
import { hasChanged, reportChanged } from './health'
import { MAIL_DUE, mailDisabled } from './mail'
import { NEXT_DUE } from './sender'
import { NEXT_TO_TIDY, tidy } from './tidy'

/** Resumes deliveries after a start or a wait; otherwise each event and each response triggers the next. */
const deliver = defineCompanyJob<Services>({
  name: 'webhooks.deliver',
  every: SECOND,
  slowest: SECOND,
  due: NEXT_DUE,
  dueAt: (cx, server, at) => (at === null || at > cx.now() ? at : server.webhooks.nextDue(cx)),
  // On standby, the source installation may still send them.
  isHeld: (server) => server.isOnStandby(),
  isHeldIn: isOnStandby,
  run: (cx, server) => server.webhooks.wakeDue(cx),
})

const report = defineCompanyJob<Services>({
  name: 'webhooks.report',
  every: SECOND,
  dueAt: (cx) => (hasChanged(cx) ? 0 : null),
  run: reportChanged,
})

const mail = defineCompanyJob<Services>({
  name: 'webhooks.mail',
  every: 5 * MINUTE,
  due: MAIL_DUE,
  isHeld: (server) => server.isOnStandby(),
  run: mailDisabled,
})

const tidyUp = defineCompanyJob<Services>({
  name: 'webhooks.tidy',
  every: SECOND,
  due: NEXT_TO_TIDY,
  run: tidy,
})

export const webhookJobs = [deliver, report, mail, tidyUp]
