import { defineJob } from '../../platform/jobs'
import type { Server } from '../../server/server'
import { lookAtTime } from './bot'
import { sendPositions } from './positions'

const redirect = defineJob<Server>({
  name: 'bot.time',
  every: '*/15 * * * * *',
  run: (server) => server.eachOpenCompany(lookAtTime),
})

const tell = defineJob<Server>({
  name: 'bot.positions',
  every: '5,25,45 * * * * *',
  run: (server) => server.eachOpenCompany((cx) => sendPositions(cx, (id) => server.sessions.canSend(cx, id))),
})

export const botJobs = [redirect, tell]
