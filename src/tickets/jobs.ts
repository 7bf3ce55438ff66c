import { defineCompanyJob } from '../platform/jobs'
import type { Services } from '../platform/module'
import { MINUTE, SECOND } from '../platform/time'
import { isOnStandby } from '../tenancy/standby'
import { storeFormerCycles } from './moves/cycles'
import { closeIdleTickets, NEXT_IDLE } from './moves/idle'
import { LEFT, returnLeftTickets } from './moves/return-tickets'

const closeIdle = defineCompanyJob<Services>({
  name: 'tickets.close-idle',
  every: MINUTE,
  due: NEXT_IDLE,
  isHeldIn: isOnStandby,
  run: (cx, server) => closeIdleTickets(cx, (id) => server.sessions.canSend(cx, id)),
})

/** Resumes after a restart. */
const returnLeft = defineCompanyJob<Services>({
  name: 'tickets.return-left',
  every: MINUTE,
  due: LEFT,
  run: returnLeftTickets,
})

/** After an upgrade: fills in the cycles of closed tickets once. */
const formerCycles = defineCompanyJob<Services>({
  name: 'tickets.former-stretches',
  every: 5 * SECOND,
  due: 'SELECT 0 FROM ticket_stretches_due',
  isHeld: (server) => server.diskSpace.isFull(),
  run: storeFormerCycles,
})

export const ticketJobs = [closeIdle, returnLeft, formerCycles]
