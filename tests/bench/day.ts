/** What a thousand attendants do in a day, second by second: who, what, and when. */
import { random } from './figures'

/** Seconds between two of the same for one attendant. Opening a ticket is two requests. */
export const habits = { list: 15, open: 30, send: 60, contacts: 120, words: 300 } as const
/** Seconds between two messages that come in, for each attendant. */
export const INCOMING = 40

export type Deed = keyof typeof habits
export type Moment = { readonly at: number; readonly who: number; readonly deed: Deed }

/** All that happens within `seconds`, `times` as fast as people work, in order; `at` in milliseconds. Nobody waits for anybody. */
export function dayOf(
  attendants: number,
  { times, seconds, deeds, seed = 1 }: { times: number; seconds: number; deeds: readonly Deed[]; seed?: number },
): Moment[] {
  const next = random(seed)
  const perSecond = deeds.map((deed) => (attendants * times) / habits[deed])
  const all = perSecond.reduce((sum, rate) => sum + rate, 0)
  const moments: Moment[] = []
  for (let at = gap(next, all); at < seconds * 1000; at += gap(next, all))
    moments.push({ at, who: Math.floor(next() * attendants), deed: choose(next() * all, deeds, perSecond) })
  return moments
}

/** Milliseconds to the next of many independent things. */
const gap = (next: () => number, perSecond: number) => (-Math.log(1 - next()) / perSecond) * 1000

function choose(point: number, deeds: readonly Deed[], weights: readonly number[]): Deed {
  let left = point
  const chosen = deeds.find((_deed, n) => {
    left -= weights[n] ?? 0
    return left < 0
  })
  return chosen ?? deeds[0] ?? 'list'
}
