import type { House } from '../house/house'
import { defineJob } from '../platform/jobs'
import { forgetOldSessions } from './sessions'

/** A session ended by command, a company suspended, a person deactivated: open sockets follow within a second. */
const followCommands = defineJob<House>({
  name: 'access.follow-commands',
  every: '* * * * * *',
  run: (house) => house.followCommands(),
})

/** What ends by the clock, such as a session or a company's subscription. */
const checkSockets = defineJob<House>({
  name: 'access.check-sockets',
  every: '*/5 * * * * *',
  run: (house) => house.recheckSockets(() => true),
})

const forgetSessions = defineJob<House>({
  name: 'access.forget-sessions',
  every: '0 17 * * * *',
  run: (house) => forgetOldSessions(house.databases.control, house.clock()),
})

export const accessJobs = [followCommands, checkSockets, forgetSessions]
