import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { SECOND } from '../../platform/time'
import { isPaused } from '../../tenancy/standby'
import { applyTimeouts, NEXT_TIMEOUT } from './bot'
import { NEXT_POSITION, sendPositions } from './positions'

const redirect = defineCompanyJob<Services>({
  name: 'bot.time',
  every: 15 * SECOND,
  due: NEXT_TIMEOUT,
  isHeldIn: isPaused,
  run: applyTimeouts,
})

const positions = defineCompanyJob<Services>({
  name: 'bot.positions',
  every: 20 * SECOND,
  due: NEXT_POSITION,
  isHeldIn: isPaused,
  run: (cx, server) => sendPositions(cx, (id) => server.sessions.canSend(cx, id)),
})

export const botJobs = [redirect, positions]
