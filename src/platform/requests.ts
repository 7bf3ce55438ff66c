/** Counts requests and keeps the slow ones by route, in memory. */
import type { Clock } from './time'

/** Milliseconds from which a request counts as slow. */
export const SLOW = 1000

export type SlowRoute = {
  readonly route: string
  readonly count: number
  /** Milliseconds. */
  readonly worst: number
  readonly lastAt: number
}

/** A guard: there are only so many routes. */
const MOST_ROUTES = 1000

export type Requests = ReturnType<typeof createRequests>

export function createRequests(clock: Clock) {
  const slow = new Map<string, SlowRoute>()
  let total = 0
  let slowTotal = 0
  return {
    /** `routeOf` names the pattern, such as `GET /api/tickets/:id`. Called only for slow requests. */
    ended(took: number, routeOf: () => string): void {
      total++
      if (took < SLOW) return
      slowTotal++
      const route = routeOf()
      const known = slow.get(route)
      if (!known && slow.size >= MOST_ROUTES) return
      slow.set(route, {
        route,
        count: (known?.count ?? 0) + 1,
        worst: Math.max(known?.worst ?? 0, took),
        lastAt: clock(),
      })
    },
    total: (): number => total,
    slowTotal: (): number => slowTotal,
    /** The worst first. */
    listSlow: (): SlowRoute[] => [...slow.values()].toSorted((a, b) => b.worst - a.worst),
  }
}
