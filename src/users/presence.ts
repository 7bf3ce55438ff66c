/** Who is online: people who did something in the last minutes. Coming and going is told to all who see it. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../actor'
import type { Cx } from '../platform/cx'
import type { Listener } from '../platform/listeners'
import { MINUTE } from '../platform/time'
import { findUser, isOnline, listOnline, noteSeen, ONLINE_FOR } from './people'
import { announceUser } from './rights'
import { users } from './tables'

/** Notes that a person is active; when this brings them online, it is told. */
export function noteActive(cx: Cx, userId: number) {
  if (noteSeen(cx, userId)) announce(cx, userId)
}

/** They have signed out, or were: nothing more is to be expected of them. */
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

/** So long before they would be taken for gone, an open page counts as a sign. */
const RENEW_AFTER = 4 * MINUTE

/** When the next of those who are online is to be looked at, in SQL. */
export const NEXT_ABSENT = `SELECT min(last_seen_at) + ${RENEW_AFTER} FROM users WHERE left_at IS NULL AND last_seen_at > @now - ${ONLINE_FOR}`

const none: ReadonlySet<number> = new Set()

declare module '../platform/module' {
  interface Services {
    readonly presence: ReturnType<typeof createPresence>
    /** Notes that a person is active. When this brings them online, whoever sees the list of people is notified. */
    seen(actor: Actor): void
  }
}

/** Notices who has gone without a word: no page is open, and there was no sign for five minutes. */
export function createPresence() {
  /** Who was online at the last look, by company. */
  const known = new Map<string, ReadonlySet<number>>()

  return {
    /** At once where others are online than at the last look, or somebody with an open page is not. */
    dueAt(cx: Cx, at: number | null, pages: readonly Listener[]): number | null {
      const before = known.get(cx.tenant.uuid) ?? none
      const online = new Set(at === null ? [] : listOnline(cx.db, cx.now()))
      const isNews = online.symmetricDifference(before).size > 0 || pages.some(({ actor }) => !online.has(actor.userId))
      return isNews ? 0 : at
    },
    /** Called now and then, with the open pages of the company. */
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
