import type { House } from '../../house/house'
import { defineJob } from '../../platform/jobs'
import { lookAtTime } from './bot'
import { tellPositions } from './positions'

const redirect = defineJob<House>({
  name: 'bot.time',
  every: '*/15 * * * * *',
  run: (house) => house.eachOpenCompany(lookAtTime),
})

const tell = defineJob<House>({
  name: 'bot.positions',
  every: '5,25,45 * * * * *',
  run: (house) => house.eachOpenCompany((cx) => tellPositions(cx, (id) => house.sessions.canSend(cx, id))),
})

export const botJobs = [redirect, tell]
