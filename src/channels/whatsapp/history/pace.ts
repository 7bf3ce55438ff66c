/** Pacing of the import: slices small enough not to disturb other work, and one history at a time. */
import type { Scheduler } from '../session/scheduler'

/** Target duration of a slice. With a slow disk the total stays below the limit of 50 ms. */
const TARGET_MS = 4
/** Minimum messages per slice: with fewer, a busy machine would spend all its time on pauses and commits. */
const [LEAST, MOST] = [16, 200]

/** Adapts the number of messages per slice to the duration of the last one. */
export function createBudget() {
  let size = 20
  return {
    size: () => size,
    took(ms: number): void {
      const fitting = ms > 0 ? (size * TARGET_MS) / ms : MOST
      // Grows in small steps, shrinks immediately.
      size = Math.round(Math.min(MOST, Math.max(LEAST, Math.min(fitting, size * 1.2 + 1))))
    },
  }
}

/** Pauses at least as long as the preceding slice took. */
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

/** Runs tasks one after the other, so that only one history is in memory at a time. */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}
export type SerialQueue = ReturnType<typeof createSerialQueue>
