import { defineJob } from '../platform/jobs'
import type { Server } from '../server/server'

/**
 * A message a day old would surprise the contact, and its sender should learn that it was not sent. If the company's file is
 * closed, this happens within a minute after somebody opens it.
 */
const expireOutbox = defineJob<Server>({
  name: 'outbox.expire',
  every: '30 * * * * *',
  run: (server) => server.eachOpenCompany((cx) => server.outbox.expire(cx)),
})

export const channelJobs = [expireOutbox]
