import { boundOf } from './bound'

/** Rejects promises at compile time, which would be true at once; for them use `until` of tests/survival/support. */
export type NoPromise<T> = [T] extends [PromiseLike<unknown>] ? never : unknown

/** Waits for a condition and names one that was not met in time. Tests never just sleep. */
export async function until<T>(
  claim: (() => T) & NoPromise<T>,
  what = 'the condition',
  ms = 30_000,
): Promise<NonNullable<T>> {
  const bound = boundOf(ms)
  for (let turn = 0; ; turn++) {
    const value = claim()
    if (value) return value
    if (bound.isOver()) throw new Error(`${what} did not come true within ${ms} ms`)
    await (turn < 20 ? new Promise(setImmediate) : Bun.sleep(2))
  }
}

/** Lets pending callbacks of the event loop run. */
export async function quiet(turns = 6) {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
}
