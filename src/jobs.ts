/** What happens by the clock, over all companies. */
import { forgetOldSessions } from './access/sessions'
import type { House } from './house'
import { defineJob, type Job } from './platform/jobs'
import { SESSION_OVER } from './platform/sockets'

const wakeMedia = defineJob<House>({
  name: 'messages.fetch-media',
  every: '*/15 * * * * *',
  run: (house) => house.eachCompany((cx) => house.fetcher.wakeDue(cx)),
})

/** A session ended by command, a person blocked, a queue taken away: open sockets follow within seconds. */
const checkSockets = defineJob<House>({
  name: 'access.check-sockets',
  every: '*/5 * * * * *',
  run(house) {
    for (const listener of house.hub.all()) {
      const standing = house.gate.standing(listener.actor)
      if (standing) listener.actor = standing
      else listener.close(SESSION_OVER, 'session over')
    }
  },
})

const forgetSessions = defineJob<House>({
  name: 'access.forget-sessions',
  every: '0 17 * * * *',
  run: (house) => forgetOldSessions(house.databases.control, house.clock()),
})

export const jobs: readonly Job<House>[] = [wakeMedia, checkSockets, forgetSessions]
