/** Doors that close after too many failures and open again by the clock. In memory, bounded. */
import type { Clock } from './time'

const MOST_DOORS = 50_000

/** After `most` failures at one key within `window` ms the door stays shut for `shut` ms. */
export function createLimiter(clock: Clock, { most, window, shut }: { most: number; window: number; shut: number }) {
  const doors = new Map<string, { failures: number[]; shutUntil: number }>()
  const tidy = () => {
    const now = clock()
    for (const [key, door] of doors) {
      if (doors.size <= MOST_DOORS) return // oldest first, and no look at the others: a flood must not make each failure dear
      if (door.shutUntil <= now) doors.delete(key)
    }
  }
  return {
    /** Milliseconds until the door opens; 0 when it is open. */
    wait: (key: string) => Math.max(0, (doors.get(key)?.shutUntil ?? 0) - clock()),
    failed(key: string) {
      const door = doors.get(key) ?? { failures: [], shutUntil: 0 }
      door.failures = [...door.failures.filter((at) => at > clock() - window), clock()]
      if (door.failures.length >= most) {
        door.shutUntil = clock() + shut
        door.failures = []
      }
      doors.set(key, door)
      tidy()
    },
    succeeded: (key: string) => void doors.delete(key),
  }
}
