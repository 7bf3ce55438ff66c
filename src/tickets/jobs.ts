import { defineJob } from '../platform/jobs'
import type { Server } from '../server/server'
import { closeIdleTickets } from './idle'
import { returnLeftTickets } from './return-tickets'
import { storeFormerStretches } from './stretches'

const closeIdle = defineJob<Server>({
  name: 'tickets.close-idle',
  every: '45 * * * * *',
  run: (server) => server.eachOpenCompany((cx) => closeIdleTickets(cx, (id) => server.sessions.canSend(cx, id))),
})

/** The server may have ended before all were returned. */
const returnLeft = defineJob<Server>({
  name: 'tickets.return-left',
  every: '15 * * * * *',
  run: (server) => server.eachOpenCompany(returnLeftTickets),
})

/** After an upgrade; nothing to do once all have theirs. */
const formerStretches = defineJob<Server>({
  name: 'tickets.former-stretches',
  every: '*/5 * * * * *',
  async run(server) {
    if (!server.diskSpace.isFull()) await server.eachOpenCompany(storeFormerStretches)
  },
})

export const ticketJobs = [closeIdle, returnLeft, formerStretches]
