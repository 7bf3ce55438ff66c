/** Time as placement sees it, passed in so that tests can run hours in a moment and stop a node's time alone. */
export type Timers = {
  /** Milliseconds of a clock that nobody can set. It goes on while the process is stopped. */
  now(): number
  /** Returns what calls it off. */
  after(ms: number, run: () => void): () => void
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.max(0, ms))
    timer.unref()
    return () => clearTimeout(timer)
  },
}

export const pause = (timers: Timers, ms: number): Promise<void> =>
  new Promise((resolve) => {
    timers.after(ms, resolve)
  })

/** How long work over many companies may hold the event loop. */
const SLICE_MS = 8

/** Returns what work over many companies calls after each: a promise when others should get their turn first. */
export function inSlices(timers: Timers): () => Promise<void> | undefined {
  let began = timers.now()
  return () => {
    if (timers.now() - began < SLICE_MS) return undefined
    return pause(timers, 0).then(() => {
      began = timers.now()
    })
  }
}
