/** Presence: users active in the last minutes are online. Changes are sent to everybody who may see them. */

import { eq } from 'drizzle-orm'
import type { Actor } from '../actor'
import type { Cx } from '../platform/cx'
import type { Listener } from '../platform/listeners'
import { defineService } from '../platform/module'
import { MINUTE } from '../platform/time'
import { findUser, isOnline, listOnline, noteSeen, ONLINE_FOR } from './people'
import { announceUser } from './rights'
import { users } from './tables'

/** Records activity of a user, and announces it if they come online. */
export function noteActive(cx: Cx, userId: number) {
  if (noteSeen(cx, userId)) announce(cx, userId)
}

/** Marks a user as gone after sign-out, also a forced one. */
export function noteGone(cx: Cx, userId: number) {
  const user = findUser(cx.db, userId)
  if (!user || !isOnline(user, cx.now())) return
  cx.transaction(({ db }) => db.update(users).set({ leftAt: cx.now() }).where(eq(users.id, userId)).run())
  announce(cx, userId)
}

function announce(cx: Cx, userId: number) {
  const user = findUser(cx.db, userId)
  if (user && user.deletedAt === null) announceUser(cx, user, user)
}

/** Age of the last activity after which an open page counts as new activity. */
const RENEW_AFTER = 4 * MINUTE

/** SQL: when the next online user must be checked. */
export const NEXT_ABSENT = `SELECT min(last_seen_at) + ${RENEW_AFTER} FROM users WHERE left_at IS NULL AND last_seen_at > @now - ${ONLINE_FOR}`

const none: ReadonlySet<number> = new Set()

declare module '../platform/module' {
  interface Services {
    readonly presence: ReturnType<typeof createPresence>
    /** Records activity of a user. Notifies those who see the user list if they come online. */
    seen(actor: Actor): void
  }
}

/** Detects users who left without signing out: no open page, and no activity for five minutes. */
function createPresence() {
  /** Users online at the last check, by company. */
  const known = new Map<string, ReadonlySet<number>>()

  return {
    /** Due now if the set of online users has changed, or a user with an open page is not online. */
    dueAt(cx: Cx, at: number | null, pages: readonly Listener[]): number | null {
      const before = known.get(cx.tenant.uuid) ?? none
      const online = new Set(at === null ? [] : listOnline(cx.db, cx.now()))
      const isNews = online.symmetricDifference(before).size > 0 || pages.some(({ actor }) => !online.has(actor.userId))
      return isNews ? 0 : at
    },
    /** Called periodically with the company's open pages. */
    look(cx: Cx, pages: readonly Listener[]) {
      for (const id of new Set(pages.map(({ actor }) => actor.userId))) {
        const seenAt = findUser(cx.db, id)?.lastSeenAt ?? 0
        if (Math.abs(cx.now() - seenAt) >= RENEW_AFTER) noteActive(cx, id)
      }
      const online = new Set(listOnline(cx.db, cx.now()))
      for (const id of known.get(cx.tenant.uuid)?.difference(online) ?? []) announce(cx, id)
      known.set(cx.tenant.uuid, online)
    },
  }
}

export const presenceServices = [
  defineService('presence', { create: createPresence }),
  defineService('seen', {
    create:
      ({ cxOf }) =>
      (actor) =>
        noteActive(cxOf(actor.tenantUuid), actor.userId),
  }),
]
