import type { House } from '../house/house'
import { defineJob } from '../platform/jobs'
import { closeIdleTickets } from './idle'
import { returnLeftTickets } from './return-tickets'

const closeIdle = defineJob<House>({
  name: 'tickets.close-idle',
  every: '45 * * * * *',
  run: (house) => house.eachOpenCompany((cx) => closeIdleTickets(cx, (id) => house.sessions.canSend(cx, id))),
})

/** The server may have ended before all were returned. */
const returnLeft = defineJob<House>({
  name: 'tickets.return-left',
  every: '15 * * * * *',
  run: (house) => house.eachOpenCompany(returnLeftTickets),
})

export const ticketJobs = [closeIdle, returnLeft]
