import { defineCompanyJob } from '../platform/jobs'
import type { Services } from '../platform/module'
import { DAY, MINUTE, SECOND } from '../platform/time'
import { isPaused } from '../tenancy/standby'
import { compareInBackground, countFormerTickets, NEXT_COMPARISON } from './figures/recount'
import { closeIdleTickets, NEXT_IDLE } from './moves/idle'
import { LEFT, returnLeftTickets } from './moves/return-tickets'

const closeIdle = defineCompanyJob<Services>({
  name: 'tickets.close-idle',
  every: MINUTE,
  due: NEXT_IDLE,
  isHeldIn: isPaused,
  run: (cx, server) => closeIdleTickets(cx, (id) => server.sessions.canSend(cx, id)),
})

/** Resumes after a restart. */
const returnLeft = defineCompanyJob<Services>({
  name: 'tickets.return-left',
  every: MINUTE,
  due: LEFT,
  run: returnLeftTickets,
})

/** After an upgrade, or when a comparison found a difference. */
const formerFigures = defineCompanyJob<Services>({
  name: 'tickets.former-figures',
  every: SECOND,
  due: 'SELECT 0 FROM figures_due',
  isHeld: (server) => server.diskSpace.isFull(),
  run: countFormerTickets,
})

const compareFigures = defineCompanyJob<Services>({
  name: 'tickets.compare-figures',
  every: DAY,
  due: NEXT_COMPARISON,
  run: async (cx, { log }) => {
    const different = await compareInBackground(cx)
    if (different > 0)
      log.error({ company: cx.tenant.id, rows: different }, 'figures differed from a recount and are counted anew')
  },
})

export const ticketJobs = [closeIdle, returnLeft, formerFigures, compareFigures]
