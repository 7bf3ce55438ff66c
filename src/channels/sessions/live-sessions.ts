/** Live sessions. While a company has one, its files stay open. In memory only. */
import type { Cx } from '../../platform/cx'
import { type ConnectionRef, keyOf } from '../channel'
import { refIn } from './states'

export type LiveSessions = ReturnType<typeof createLiveSessions>

type Deps = {
  hold(tenantUuid: string): void
  release(tenantUuid: string): void
}

export function createLiveSessions({ hold, release }: Deps) {
  const live = new Set<string>()
  /** How many of each company. */
  const counts = new Map<string, number>()
  /** Every connection that something was done to: those of a company are found without its database. */
  const touched = new Map<string, ConnectionRef>()

  function touch(ref: ConnectionRef): ConnectionRef {
    touched.set(keyOf(ref), ref)
    return ref
  }

  function set(ref: ConnectionRef, on: boolean) {
    const key = keyOf(ref)
    if (on && !live.has(key)) {
      live.add(key)
      counts.set(ref.tenantUuid, (counts.get(ref.tenantUuid) ?? 0) + 1)
      hold(ref.tenantUuid)
    } else if (!on && live.delete(key)) {
      counts.set(ref.tenantUuid, (counts.get(ref.tenantUuid) ?? 1) - 1)
      release(ref.tenantUuid)
    }
  }

  return {
    touch,
    set,
    refOf: (cx: Cx, id: number): ConnectionRef => touch(refIn(cx, id)),
    has: (ref: ConnectionRef): boolean => live.has(keyOf(ref)),
    count: (): number => live.size,
    countOf: (tenantUuid: string): number => counts.get(tenantUuid) ?? 0,
    /** Also those that something is done to meanwhile. */
    touchedOf: (tenantUuid: string) => touched.values().filter((ref) => ref.tenantUuid === tenantUuid),
    forget(ref: ConnectionRef) {
      set(ref, false)
      touched.delete(keyOf(ref))
    },
  }
}
