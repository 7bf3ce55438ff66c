/** How much of a history is taken at once: little enough that nobody notices, and never two histories at the same time. */
import type { Scheduler } from '../session/scheduler'

/** Target length of work before others run; what a slow disk adds stays below the 50 ms that people may wait. */
const TARGET_MS = 4
/** Fewer would make the pauses and commits the whole of the work where the machine is busy with something else. */
const [LEAST, MOST] = [16, 200]

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

/** Runs `work` as a scheduled task; rejects with what it throws. */
export function runScheduled<T>(
  scheduler: Scheduler,
  work: () => T,
): Promise<{ readonly result: T; readonly took: number }> {
  return new Promise((resolve, reject) => {
    scheduler.schedule(() => {
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
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}
export type SerialQueue = ReturnType<typeof createSerialQueue>
