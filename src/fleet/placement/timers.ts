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
