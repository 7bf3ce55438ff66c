import { defineCompanyJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { SECOND } from '../../platform/time'
import { isOnStandby } from '../../tenancy/standby'
import { lookAtTime, NEXT_TIME } from './bot'
import { NEXT_POSITION, sendPositions } from './positions'

const redirect = defineCompanyJob<Services>({
  name: 'bot.time',
  every: 15 * SECOND,
  due: NEXT_TIME,
  isHeldIn: isOnStandby,
  run: lookAtTime,
})

const tell = defineCompanyJob<Services>({
  name: 'bot.positions',
  every: 20 * SECOND,
  due: NEXT_POSITION,
  isHeldIn: isOnStandby,
  run: (cx, server) => sendPositions(cx, (id) => server.sessions.canSend(cx, id)),
})

export const botJobs = [redirect, tell]
