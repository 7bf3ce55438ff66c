/** Requests of one person begin one in each round of the main loop, so that others are served between them. */
import { fail } from '../errors'

/** Of one person; a page with a long gallery asks for some dozens. */
const MOST_WAITING = 500
const RETRY_AFTER = 1

export function createTurns() {
  /** Who has begun something in this round, and what of theirs waits for the next ones. */
  const people = new Map<string, (() => void)[]>()

  function nextRound() {
    for (const [person, waiting] of people) {
      const begin = waiting.shift()
      if (begin) begin()
      else people.delete(person)
    }
    if (people.size > 0) setImmediate(nextRound)
  }

  return {
    /** Undefined: at once. Fails with ERR_TOO_MANY_REQUESTS where too much waits already. */
    take(person: string): Promise<void> | undefined {
      const waiting = people.get(person)
      if (!waiting) {
        if (people.size === 0) setImmediate(nextRound)
        people.set(person, [])
        return undefined
      }
      if (waiting.length >= MOST_WAITING) fail('ERR_TOO_MANY_REQUESTS', { retryAfter: RETRY_AFTER })
      return new Promise((begin) => void waiting.push(begin))
    },
  }
}
