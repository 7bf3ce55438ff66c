/** Lockouts after too many failures, and rate limits. In memory, bounded. */
import type { Clock } from './time'

const MOST_KEYS = 50_000

/** After `most` failures of a key within `window` ms, the key is locked out for `shut` ms. */
export function createLimiter(clock: Clock, { most, window, shut }: { most: number; window: number; shut: number }) {
  const entries = new Map<string, { failures: number[]; shutUntil: number }>()
  const tidy = () => {
    const now = clock()
    for (const [key, entry] of entries) {
      if (entries.size <= MOST_KEYS) return // checks only the oldest, so that a flood does not make each failure expensive
      if (entry.shutUntil <= now) entries.delete(key)
    }
  }
  return {
    /** Milliseconds until the key is unlocked; 0 if it is not locked. A clock set back must not lock it for years. */
    wait(key: string): number {
      const left = (entries.get(key)?.shutUntil ?? 0) - clock()
      return left > shut ? 0 : Math.max(0, left)
    },
    failed(key: string) {
      const entry = entries.get(key) ?? { failures: [], shutUntil: 0 }
      entry.failures = [...entry.failures.filter((at) => Math.abs(clock() - at) < window), clock()]
      if (entry.failures.length >= most) {
        entry.shutUntil = clock() + shut
        entry.failures = []
      }
      entries.set(key, entry)
      tidy()
    },
    succeeded: (key: string) => void entries.delete(key),
  }
}

/** Allows each key `most` uses within `window` ms, counted from the first. */
export function createAllowance(clock: Clock, { most, window }: { most: number; window: number }) {
  const spent = new Map<string, { since: number; times: number }>()
  return {
    /** Takes one use, or several. Returns 0 if allowed, else the milliseconds to wait. */
    take(key: string, uses = 1): number {
      const now = clock()
      const known = spent.get(key)
      const current = known && Math.abs(now - known.since) < window ? known : { since: now, times: 0 }
      if (current.times + uses > most) return window - Math.abs(now - current.since)
      current.times += uses
      spent.delete(key)
      spent.set(key, current)
      const [oldest] = spent.keys()
      if (spent.size > MOST_KEYS && oldest !== undefined) spent.delete(oldest)
      return 0
    },
    /** How many uses are left, and the milliseconds until all are available again. */
    left(key: string): { readonly uses: number; readonly until: number } {
      const known = spent.get(key)
      const age = known ? Math.abs(clock() - known.since) : window
      return known && age < window ? { uses: most - known.times, until: window - age } : { uses: most, until: 0 }
    },
  }
}

/** Counts how many of each key exist at this moment. */
export function createTally() {
  const there = new Map<string, number>()
  return {
    at: (key: string): number => there.get(key) ?? 0,
    enter: (key: string) => void there.set(key, (there.get(key) ?? 0) + 1),
    leave(key: string) {
      const left = (there.get(key) ?? 0) - 1
      if (left > 0) there.set(key, left)
      else there.delete(key)
    },
  }
}
