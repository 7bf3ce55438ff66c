/**
 * Limits how much of the event loop one person's requests take. In each turn of the loop a person starts one request,
 * and more only while the turn is young. Slow requests thus let others in, and quick ones do not need a turn each,
 * which would double their cost.
 */
import { fail } from '../errors'

/** Waiting requests per person; a page with a long gallery sends some dozens. */
const MOST_WAITING = 500
const RETRY_AFTER = 1
/** Milliseconds during which a turn is young. */
const YOUNG = 20
/** Milliseconds after which a request makes sure that the end of the turn is noticed. */
const WATCHED = 4
/** Milliseconds after which a turn is over: no request holds the loop for so long. */
const OVER = 100
/** Waiting requests that one person may start in a turn. */
const MOST_IN_A_ROUND = 32

export function createRequestScheduler(now = () => performance.now()) {
  /** People who started a request in this turn, with their waiting ones. */
  const people = new Map<string, (() => void)[]>()
  /**
   * When this turn began, or one shortly before: a callback at the end of each turn costs as much as a short request,
   * so the end of a turn without waiting requests is noticed only if requests go on.
   */
  let began = Number.NEGATIVE_INFINITY
  let isPlanned = false
  const isYoung = () => now() - began < YOUNG

  function nextRound() {
    isPlanned = false
    began = now()
    let isOneWaiting = false
    for (const [person, waiting] of people) {
      const begin = waiting.shift()
      if (begin) begin()
      else people.delete(person)
      isOneWaiting ||= waiting.length > 0
    }
    if (isOneWaiting) planRound()
  }

  /** Started requests run before the next callback, which therefore sees how long they took. */
  function planRound() {
    isPlanned = true
    setImmediate(nextRound)
    let most = 0
    for (const { length } of people.values()) most = Math.max(most, length)
    for (let n = 1; n < Math.min(most, MOST_IN_A_ROUND); n++) setImmediate(beginMore)
  }

  function beginMore() {
    for (const waiting of people.values()) if (isYoung()) waiting.shift()?.()
  }

  return {
    /** Undefined means start at once. Fails with ERR_TOO_MANY_REQUESTS if too many requests wait. */
    take(person: string): Promise<void> | undefined {
      const at = now()
      const age = at - began
      if (age >= OVER && !isPlanned) people.clear()
      if (people.size === 0) began = at
      else if (age >= WATCHED && !isPlanned) planRound()
      const waiting = people.get(person)
      if (!waiting) {
        people.set(person, [])
        return undefined
      }
      if (waiting.length === 0 && age < YOUNG) return undefined
      if (waiting.length >= MOST_WAITING) fail('ERR_TOO_MANY_REQUESTS', { retryAfter: RETRY_AFTER })
      return new Promise((begin) => void waiting.push(begin))
    },
  }
}
