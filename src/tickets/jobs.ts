import type { House } from '../house/house'
import { defineJob } from '../platform/jobs'
import { closeIdleTickets } from './idle'
import { returnLeftTickets } from './return-tickets'
import { storeFormerStretches } from './stretches'

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

/** After an upgrade; nothing to do once all have theirs. */
const formerStretches = defineJob<House>({
  name: 'tickets.former-stretches',
  every: '*/5 * * * * *',
  async run(house) {
    if (!house.diskSpace.isFull()) await house.eachOpenCompany(storeFormerStretches)
  },
})

export const ticketJobs = [closeIdle, returnLeft, formerStretches]
