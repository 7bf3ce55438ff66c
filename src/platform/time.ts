/** Clocks. Code receives a clock instead of reading the time, so that tests can stop it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
/** Fractional milliseconds, comparable between processes. Ignores later changes of the machine's clock. */
export const preciseClock: Clock = () => performance.timeOrigin + performance.now()
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** CPU time of this thread, without waits for disk or core. */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const FARTHEST_PLAN = 3653 * DAY

/** Validates a planned time: undefined if it is between now and ten years ahead, otherwise a hint. */
export function hintOfPlannedTime(at: number, now: number): string | undefined {
  if (at < now) return 'form.time.past'
  return at > now + FARTHEST_PLAN ? 'form.time.far' : undefined
}
