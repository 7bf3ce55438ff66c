import { defineJob } from '../platform/jobs'
import type { Listener } from '../platform/listeners'
import type { Server } from '../server/server'
import { forgetOldSessions } from './sessions'

/** A session ended by command, a company suspended, a person deactivated: open sockets follow within a second. */
const followCommands = defineJob<Server>({
  name: 'access.follow-commands',
  every: '* * * * * *',
  run: (server) => server.followCommands(),
})

/** What ends by the clock, such as a session or a company's subscription. */
const checkSockets = defineJob<Server>({
  name: 'access.check-sockets',
  every: '*/5 * * * * *',
  run: (server) => server.recheckSockets(() => true),
})

const forgetSessions = defineJob<Server>({
  name: 'access.forget-sessions',
  every: '0 17 * * * *',
  run: (server) => forgetOldSessions(server.databases.control, server.clock()),
})

const pagesOf = (server: Server) => {
  const pages = Map.groupBy(server.hub.all(), ({ actor }) => actor.tenantUuid)
  return (tenantUuid: string): readonly Listener[] => pages.get(tenantUuid) ?? []
}

/** Who gives no sign of life any more. On a full disk nobody's sign could be stored. */
const lookForAbsent = defineJob<Server>({
  name: 'access.look-for-absent',
  every: '*/10 * * * * *',
  run(server) {
    if (server.diskSpace.isFull()) return
    const pages = pagesOf(server)
    return server.eachOpenCompany((cx) => server.presence.look(cx, pages(cx.tenant.uuid)))
  },
})

/** A company without an open file has nobody at work. */
const endShifts = defineJob<Server>({
  name: 'access.end-shifts',
  every: '*/3 * * * * *',
  run(server) {
    const pages = pagesOf(server)
    return server.eachOpenCompany((cx) => server.shifts.look(cx, pages(cx.tenant.uuid)))
  },
})

export const accessJobs = [followCommands, checkSockets, forgetSessions, lookForAbsent, endShifts]
