/** The schedule of attendants' requests. */
import { createRandom } from '../support/random'

/** Seconds between two activities of the same kind of one attendant. Opening a ticket is two requests. */
export const intervals = { list: 15, open: 30, send: 60, contacts: 120, words: 300 } as const
/** Seconds between two incoming messages, per attendant. */
export const INCOMING = 40

export type Activity = keyof typeof intervals
/** `attendant` is an index; `at` is in milliseconds from the start. */
export type Planned = { readonly at: number; readonly attendant: number; readonly activity: Activity }
/** `times`: speed-up over real time. */
export type Schedule = {
  readonly times: number
  readonly seconds: number
  readonly activities: readonly Activity[]
}

/** All activities of the attendants, sorted by time and independent of answers. */
export function scheduleOf(
  attendants: number,
  { times, seconds, activities, seed = 1 }: Schedule & { readonly seed?: number },
): Planned[] {
  const { next } = createRandom(seed)
  const perSecond = activities.map((activity) => (attendants * times) / intervals[activity])
  const all = perSecond.reduce((sum, rate) => sum + rate, 0)
  const planned: Planned[] = []
  for (let at = gap(next, all); at < seconds * 1000; at += gap(next, all))
    planned.push({
      at,
      attendant: Math.floor(next() * attendants),
      activity: choose(next() * all, activities, perSecond),
    })
  return planned
}

/** Milliseconds until the next event of a Poisson process. */
const gap = (next: () => number, perSecond: number) => (-Math.log(1 - next()) / perSecond) * 1000

function choose(point: number, activities: readonly Activity[], weights: readonly number[]): Activity {
  let left = point
  const chosen = activities.find((_activity, n) => {
    left -= weights[n] ?? 0
    return left < 0
  })
  return chosen ?? activities[0] ?? 'list'
}
