import { defineCompanyJob, defineServerJob } from '../platform/jobs'
import type { Services } from '../platform/module'
import { SECOND } from '../platform/time'
import { NEXT_ABSENT } from './presence'
import { forgetOldSessions } from './sessions'
import { BOUND } from './shifts'

/** A session ended by command, a company suspended, a person deactivated: open sockets follow within a second. */
const followCommands = defineServerJob<Services>({
  name: 'access.follow-commands',
  every: '* * * * * *',
  run: (server) => server.followCommands(),
})

/** What ends by the clock, such as a session or a company's subscription. */
const checkSockets = defineServerJob<Services>({
  name: 'access.check-sockets',
  every: '*/5 * * * * *',
  run: (server) => server.recheckSockets(() => true),
})

const forgetSessions = defineServerJob<Services>({
  name: 'access.forget-sessions',
  every: '0 17 * * * *',
  run: (server) => forgetOldSessions(server.databases.control, server.clock()),
})

/** Who gives no sign of life any more. On a full disk nobody's sign could be stored. */
const lookForAbsent = defineCompanyJob<Services>({
  name: 'access.look-for-absent',
  every: 10 * SECOND,
  slowest: 10 * SECOND,
  due: NEXT_ABSENT,
  dueAt: (cx, server, at) => server.presence.dueAt(cx, at, server.hub.of(cx.tenant.id)),
  isHeld: (server) => server.diskSpace.isFull(),
  run: (cx, server) => server.presence.look(cx, server.hub.of(cx.tenant.id)),
})

const endShifts = defineCompanyJob<Services>({
  name: 'access.end-shifts',
  every: 3 * SECOND,
  slowest: 3 * SECOND,
  due: BOUND,
  dueAt: (cx, server, at) => server.shifts.dueAt(cx, at),
  run: (cx, server) => server.shifts.look(cx, server.hub.of(cx.tenant.id)),
})

export const accessJobs = [followCommands, checkSockets, forgetSessions, lookForAbsent, endShifts]
