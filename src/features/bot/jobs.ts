import { defineCompanyJob } from '../../platform/jobs'
import { SECOND } from '../../platform/time'
import type { Server } from '../../server/server'
import { isResting } from '../../tenancy/resting'
import { lookAtTime, NEXT_TIME } from './bot'
import { NEXT_POSITION, sendPositions } from './positions'

const redirect = defineCompanyJob<Server>({
  name: 'bot.time',
  every: 15 * SECOND,
  due: NEXT_TIME,
  isHeldIn: isResting,
  run: lookAtTime,
})

const tell = defineCompanyJob<Server>({
  name: 'bot.positions',
  every: 20 * SECOND,
  due: NEXT_POSITION,
  isHeldIn: isResting,
  run: (cx, server) => sendPositions(cx, (id) => server.sessions.canSend(cx, id)),
})

export const botJobs = [redirect, tell]
