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
  /** Every connection used so far, so that a company's connections are found without its database. */
  const touched = new Map<string, ConnectionRef>()

  function touch(ref: ConnectionRef): ConnectionRef {
    touched.set(keyOf(ref), ref)
    return ref
  }

  function set(ref: ConnectionRef, on: boolean) {
    const key = keyOf(ref)
    if (on && !live.has(key)) {
      live.add(key)
      hold(ref.tenantUuid)
    } else if (!on && live.delete(key)) release(ref.tenantUuid)
  }

  return {
    touch,
    set,
    refOf: (cx: Cx, id: number): ConnectionRef => touch(refIn(cx, id)),
    has: (ref: ConnectionRef): boolean => live.has(keyOf(ref)),
    count: (): number => live.size,
    /** Includes connections that are used meanwhile. */
    touchedOf: (tenantUuid: string) => touched.values().filter((ref) => ref.tenantUuid === tenantUuid),
    forget(ref: ConnectionRef) {
      set(ref, false)
      touched.delete(keyOf(ref))
    },
  }
}
