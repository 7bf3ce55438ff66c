import { defineCompanyJob } from '../platform/jobs'
import type { Services } from '../platform/module'
import { MINUTE } from '../platform/time'
import { OUTBOX_LIFE } from './outbox/delivery'

/** A message that is a day old would surprise the contact, so it fails and its sender is notified. */
const expireOutbox = defineCompanyJob<Services>({
  name: 'outbox.expire',
  every: MINUTE,
  due: `SELECT min(created_at) + ${OUTBOX_LIFE} + 1 FROM outbox`,
  run: (cx, server) => server.outbox.expire(cx),
})

export const channelJobs = [expireOutbox]
