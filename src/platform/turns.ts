/**
 * Requests of one person take turns with everything else that the main loop does. In each round of the loop everybody begins one,
 * and more only while the round is young: slow requests let others in between, and quick ones need no round each, which would
 * cost as much as they do.
 */
import { fail } from '../errors'

/** Of one person; a page with a long gallery asks for some dozens. */
const MOST_WAITING = 500
const RETRY_AFTER = 1
/** Milliseconds. */
const YOUNG = 20
/** How many of those that wait one person begins in a round. */
const MOST_IN_A_ROUND = 32

export function createTurns(now = () => performance.now()) {
  /** Who has begun something in this round, and what of theirs waits. */
  const people = new Map<string, (() => void)[]>()
  let began = 0
  const isYoung = () => now() - began < YOUNG

  function nextRound() {
    began = now()
    for (const [person, waiting] of people) {
      const begin = waiting.shift()
      if (begin) begin()
      else people.delete(person)
    }
    if (people.size > 0) planRound()
  }

  /** What has begun runs before the next callback of the round does, so that one sees how long it took. */
  function planRound() {
    setImmediate(nextRound)
    let most = 0
    for (const { length } of people.values()) most = Math.max(most, length)
    for (let n = 1; n < Math.min(most, MOST_IN_A_ROUND); n++) setImmediate(beginMore)
  }

  function beginMore() {
    for (const waiting of people.values()) if (isYoung()) waiting.shift()?.()
  }

  return {
    /** Undefined: at once. Fails with ERR_TOO_MANY_REQUESTS where too much waits already. */
    take(person: string): Promise<void> | undefined {
      const waiting = people.get(person)
      if (!waiting) {
        if (people.size === 0) {
          began = now()
          setImmediate(nextRound)
        }
        people.set(person, [])
        return undefined
      }
      if (waiting.length === 0 && isYoung()) return undefined
      if (waiting.length >= MOST_WAITING) fail('ERR_TOO_MANY_REQUESTS', { retryAfter: RETRY_AFTER })
      return new Promise((begin) => void waiting.push(begin))
    },
  }
}
