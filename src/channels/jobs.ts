import type { House } from '../house/house'
import { defineJob } from '../platform/jobs'

/**
 * A message a day old would surprise the contact, and its sender should learn that it was not sent. If the company's file is
 * closed, this happens within a minute after somebody opens it.
 */
const expireOutbox = defineJob<House>({
  name: 'outbox.expire',
  every: '30 * * * * *',
  run: (house) => house.eachOpenCompany((cx) => house.outbox.expire(cx)),
})

export const channelJobs = [expireOutbox]
