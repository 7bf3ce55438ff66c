/**
 * End of working hours: users are warned, have four minutes to finish, and are signed out. They keep their
 * conversations.
 */

import type { Cx } from '../platform/cx'
import { instant } from '../platform/formats'
import type { Listener } from '../platform/listeners'
import { getOrMake } from '../platform/maps'
import { defineService } from '../platform/module'
import { getRows, getValue } from '../platform/sql'
import { type Db, remembered } from '../platform/sqlite'
import { MINUTE, SECOND } from '../platform/time'
import { shiftEnding, shiftGoesOn } from './contract'
import { isOnDuty } from './hours'
import { countOpenTickets } from './people'
import type { User } from './tables'

const GRACE = 240 * SECOND

type Deps = {
  /** Ends the user's session. */
  end(who: { companyId: number; userId: number }): void
}

/** SQL: whether anybody has restricted working hours. */
export const BOUND = "SELECT 0 FROM users WHERE profile = 'user' AND hours IS NOT NULL AND active = 1 LIMIT 1"

/** A session out of hours: since when, and which pages were notified. */
type Warning = { readonly sessionId: string; readonly since: number; readonly notified: WeakSet<Listener> }
type UserHours = Pick<User, 'id' | 'profile' | 'hours'>

declare module '../platform/module' {
  interface Services {
    readonly shifts: ReturnType<typeof createShifts>
  }
}

/**
 * Warnings are kept in memory: after a restart users are warned again and get the full time. Nobody on duty is signed
 * out, even if clock or hours changed after the warning.
 */
function createShifts({ end }: Deps) {
  const warnings = new Map<string, Map<number, Warning>>()
  const boundIn = new WeakMap<object, (nothing: null) => readonly UserHours[]>()

  function warn(cx: Cx, userId: number, { since, notified }: Warning, pages: readonly Listener[]) {
    const own = pages.filter(({ actor }) => actor.userId === userId)
    if (own.every((page) => notified.has(page))) return
    for (const page of own) notified.add(page)
    const openTickets = countOpenTickets(cx.db, userId)
    cx.emit(shiftEnding({ userId, endsAt: instant(since + GRACE), openTickets }), (page) => page.userId === userId)
  }

  const boundOf = (cx: Cx): readonly UserHours[] =>
    getOrMake(boundIn, cx.db.$client, () => remembered(cx.db.$client, () => listBound(cx.db), ['users']))(null)

  return {
    /** Due now if somebody is or must be warned; otherwise at the next full minute, when hours may end. */
    dueAt(cx: Cx, at: number | null): number | null {
      const { tenant } = cx
      const now = cx.now()
      if (warnings.get(tenant.uuid)?.size) return 0
      if (at === null) return null
      const working = listBound(cx.db).filter(({ id }) => findSessionOf(cx.db, id, now) !== undefined)
      if (working.length === 0) return null
      return working.every((user) => isOnDuty(user, tenant.timeZone, now)) ? now - (now % MINUTE) + MINUTE : 0
    },
    /** Called every few seconds with the company's open pages. */
    look(cx: Cx, pages: readonly Listener[]) {
      const { tenant } = cx
      const now = cx.now()
      const warned = getOrMake(warnings, tenant.uuid, () => new Map<number, Warning>())
      const off = new Set<number>()
      for (const user of boundOf(cx)) {
        const sessionId = findSessionOf(cx.db, user.id, now)
        if (sessionId === undefined || isOnDuty(user, tenant.timeZone, now)) continue
        off.add(user.id)
        const known = warned.get(user.id)
        const isSame = known?.sessionId === sessionId && known.since <= now
        const warning = isSame ? known : { sessionId, since: now, notified: new WeakSet<Listener>() }
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

const listBound = (db: Db): UserHours[] =>
  getRows<UserHours>(
    db,
    "SELECT id, profile, hours FROM users WHERE profile = 'user' AND hours IS NOT NULL AND active = 1 ORDER BY id",
  )

const findSessionOf = (db: Db, userId: number, now: number) =>
  getValue<string>(db, 'SELECT id FROM sessions WHERE user_id = ? AND ended_at IS NULL AND expires_at > ?', [
    userId,
    now,
  ])

export const shifts = defineService('shifts', {
  create: ({ auth }) => createShifts({ end: (who) => auth.revoke(who, 'expedient') }),
})
