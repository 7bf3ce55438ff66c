/** The end of a person's working hours: they are warned, have four minutes to finish, and are signed out. Conversations stay theirs. */
import type { Cx } from '../platform/cx'
import { instant } from '../platform/formats'
import type { Listener } from '../platform/listeners'
import { getOrMake } from '../platform/maps'
import { type ControlDb, type Db, remembered, statement } from '../platform/sqlite'
import { MINUTE, SECOND } from '../platform/time'
import { shiftEnding, shiftGoesOn } from './contract'
import { isOnDuty } from './hours'
import { countOpenTickets } from './people'
import type { User } from './tables'

const GRACE = 240 * SECOND

type Deps = {
  readonly control: ControlDb
  /** Ends the person's session. */
  end(who: { companyId: number; userId: number }): void
}

/** Whether anybody's hours bind them, in SQL. */
export const BOUND = "SELECT 0 FROM users WHERE profile = 'user' AND hours IS NOT NULL AND active = 1 LIMIT 1"

/** Since when a session is out of hours, and which pages know. */
type Warning = { readonly sessionId: string; readonly since: number; readonly told: WeakSet<Listener> }
type Bound = Pick<User, 'id' | 'profile' | 'hours'>

declare module '../platform/module' {
  interface Services {
    readonly shifts: ReturnType<typeof createShifts>
  }
}

/**
 * What is known of warnings is in memory: after a restart people are warned again, and have the full time. Nobody is signed out
 * who is on duty at that moment, whatever became of clock and hours since the warning.
 */
export function createShifts({ control, end }: Deps) {
  const warnings = new Map<string, Map<number, Warning>>()
  const boundIn = new WeakMap<object, (nothing: null) => readonly Bound[]>()

  function warn(cx: Cx, userId: number, { since, told }: Warning, pages: readonly Listener[]) {
    const own = pages.filter(({ actor }) => actor.userId === userId)
    if (own.every((page) => told.has(page))) return
    for (const page of own) told.add(page)
    const openTickets = countOpenTickets(cx.db, userId)
    cx.emit(shiftEnding({ userId, endsAt: instant(since + GRACE), openTickets }), (page) => page.userId === userId)
  }

  const boundOf = (cx: Cx): readonly Bound[] =>
    getOrMake(boundIn, cx.db.$client, () => remembered(cx.db.$client, () => listBound(cx.db), ['users']))(null)

  return {
    /** At once where somebody is warned or to be warned; else, while anybody may be, at the next full minute, in which hours end. */
    dueAt(cx: Cx, at: number | null): number | null {
      const { tenant } = cx
      const now = cx.now()
      if (warnings.get(tenant.uuid)?.size) return 0
      if (at === null) return null
      const working = listBound(cx.db).filter(({ id }) => findLiveSession(control, tenant.id, id, now) !== undefined)
      if (working.length === 0) return null
      return working.every((user) => isOnDuty(user, tenant.timeZone, now)) ? now - (now % MINUTE) + MINUTE : 0
    },
    /** Called every few seconds, with the open pages of the company. */
    look(cx: Cx, pages: readonly Listener[]) {
      const { tenant } = cx
      const now = cx.now()
      const warned = getOrMake(warnings, tenant.uuid, () => new Map<number, Warning>())
      const off = new Set<number>()
      for (const user of boundOf(cx)) {
        const sessionId = findLiveSession(control, tenant.id, user.id, now)
        if (sessionId === undefined || isOnDuty(user, tenant.timeZone, now)) continue
        off.add(user.id)
        const known = warned.get(user.id)
        const isSame = known?.sessionId === sessionId && known.since <= now
        const warning = isSame ? known : { sessionId, since: now, told: new WeakSet<Listener>() }
        warned.set(user.id, warning)
        if (now - warning.since >= GRACE) end({ companyId: tenant.id, userId: user.id })
        else warn(cx, user.id, warning, pages)
      }
      for (const userId of warned.keys()) {
        if (off.has(userId)) continue
        warned.delete(userId)
        cx.emit(shiftGoesOn({ userId }), (page) => page.userId === userId)
      }
    },
  }
}

const listBound = (db: Db): Bound[] =>
  statement(
    db.$client,
    "SELECT id, profile, hours FROM users WHERE profile = 'user' AND hours IS NOT NULL AND active = 1 ORDER BY id",
  ).all() as Bound[] // the columns are listed

const findLiveSession = (control: ControlDb, companyId: number, userId: number, now: number) =>
  statement(
    control.$client,
    'SELECT id FROM sessions WHERE company_id = ? AND user_id = ? AND ended_at IS NULL AND expires_at > ?',
  )
    .pluck()
    .get(companyId, userId, now) as string | undefined // the column is text
