import { defineCompanyJob, defineServerJob } from '../platform/jobs'
import type { Services } from '../platform/module'
import { SECOND } from '../platform/time'
import { forgetOldFormerSessions, takeSomeFormerSessions } from './former-sessions'
import { NEXT_ABSENT } from './presence'
import { BOUND } from './shifts'

/**
 * Applies changes by CLI commands (session ended, company suspended, user deactivated) to open sockets within a second.
 */
const followCommands = defineServerJob<Services>({
  name: 'access.follow-commands',
  every: '* * * * * *',
  runsAt: 'node',
  run: (server) => server.followCommands(),
})

/** Closes sockets whose session or company subscription has expired. */
const checkSockets = defineServerJob<Services>({
  name: 'access.check-sockets',
  every: '*/5 * * * * *',
  runsAt: 'node',
  run: (server) => server.recheckSockets(() => true),
})

/** Companies that nobody uses take their former sessions over without haste. */
const takeFormer = defineServerJob<Services>({
  name: 'access.take-former-sessions',
  every: '23 * * * * *',
  runsAt: 'node',
  run: takeSomeFormerSessions,
})

const forgetFormer = defineServerJob<Services>({
  name: 'access.forget-former-sessions',
  every: '0 17 * * * *',
  runsAt: 'installation',
  run: (server) => forgetOldFormerSessions(server.databases.writableControl(), server.clock()),
})

/** Finds users who have gone offline. Held on a full disk, where activity cannot be stored. */
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

export const accessJobs = [followCommands, checkSockets, takeFormer, forgetFormer, lookForAbsent, endShifts]
