/** How much of a history is taken at once: little enough that nobody notices, and never two histories at the same time. */
import type { Turns } from '../session/turns'

/** Target length of work without a turn for others; what a slow disk adds stays below the 50 ms that people may wait. */
const TARGET_MS = 4
const [LEAST, MOST] = [4, 200]

/** The number of messages in a slice follows the time that the last one took. */
export function createBudget() {
  let size = 20
  return {
    size: () => size,
    took(ms: number): void {
      const fitting = ms > 0 ? (size * TARGET_MS) / ms : MOST
      // Grows in small steps, shrinks at once.
      size = Math.round(Math.min(MOST, Math.max(LEAST, Math.min(fitting, size * 1.2 + 1))))
    },
  }
}

/** A pause at least as long as the work before it. */
export const restAfter = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(1, Math.ceil(ms))))

/** Waits for a turn, behind others that wait for one; rejects with what `work` throws. */
export function inTurn<T>(turns: Turns, work: () => T): Promise<{ readonly result: T; readonly took: number }> {
  return new Promise((resolve, reject) => {
    turns.take(() => {
      const started = performance.now()
      try {
        const result = work()
        resolve({ result, took: performance.now() - started })
      } catch (error) {
        reject(error)
      }
    })
  })
}

/** One after the other, so that only one history is in memory, however many phones are linked at once. */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
}
export type SerialQueue = ReturnType<typeof createSerialQueue>
