/** Finds the user of a live session with current rights. */
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { type ControlDb, remembered } from '../platform/sqlite'
import type { Clock } from '../platform/time'
import { findActor } from './people'
import { findCompanyOfSession } from './sessions'

type Deps = { readonly control: ControlDb; readonly clock: Clock; cxOf(tenantUuid: string): Cx }

/** A user's context and rights. */
export type Identity = { readonly cx: Cx; readonly actor: Actor }

export function createCurrentActor({ control, clock, cxOf }: Deps) {
  const liveCompanyOf = remembered(control.$client, (sessionId: string) => findCompanyOfSession(control, sessionId), [
    'sessions',
    'companies',
  ])

  /** Runs on every request. Fails if session, company or user may not continue. */
  return function currentActor(userId: number, sessionId: string): Identity {
    const live = liveCompanyOf(sessionId)
    if (!live || live.expiresAt <= clock()) return fail('ERR_SESSION_EXPIRED')
    const cx = cxOf(live.uuid)
    const actor = findActor(cx.db, userId, live, sessionId, live.dueAt < clock())
    return { cx, actor: actor ?? fail('ERR_SESSION_EXPIRED') }
  }
}
