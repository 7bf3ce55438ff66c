import type { House } from '../house/house'
import { defineJob } from '../platform/jobs'
import type { Listener } from '../platform/listeners'
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

const pagesOf = (house: House) => {
  const pages = Map.groupBy(house.hub.all(), ({ actor }) => actor.tenantUuid)
  return (tenantUuid: string): readonly Listener[] => pages.get(tenantUuid) ?? []
}

/** Who gives no sign of life any more. On a full disk nobody's sign could be stored. */
const lookForAbsent = defineJob<House>({
  name: 'access.look-for-absent',
  every: '*/10 * * * * *',
  run(house) {
    if (house.diskSpace.isFull()) return
    const pages = pagesOf(house)
    return house.eachOpenCompany((cx) => house.presence.look(cx, pages(cx.tenant.uuid)))
  },
})

/** A company without an open file has nobody at work. */
const endShifts = defineJob<House>({
  name: 'access.end-shifts',
  every: '*/3 * * * * *',
  run(house) {
    const pages = pagesOf(house)
    return house.eachOpenCompany((cx) => house.shifts.look(cx, pages(cx.tenant.uuid)))
  },
})

export const accessJobs = [followCommands, checkSockets, forgetSessions, lookForAbsent, endShifts]
