import type { House } from '../house/house'
import { defineJob } from '../platform/jobs'
import { closeIdleTickets } from './idle'

const closeIdle = defineJob<House>({
  name: 'tickets.close-idle',
  every: '45 * * * * *',
  run: (house) => house.eachOpenCompany((cx) => closeIdleTickets(cx, (id) => house.sessions.canSend(cx, id))),
})

export const ticketJobs = [closeIdle]
