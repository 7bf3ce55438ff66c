/** Clocks. Everything that reads the time receives one, so that tests can stop it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
/** With fractions, for measuring from one process to another. It does not follow when the machine's clock is set. */
export const preciseClock: Clock = () => performance.timeOrigin + performance.now()
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** CPU time this thread has used: what it waited for, a disk or a core, is left out. */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const FARTHEST_PLAN = 3653 * DAY

/** The hint for an instant that a person plans something for; undefined when it lies between now and ten years ahead. */
export function hintOfPlannedTime(at: number, now: number): string | undefined {
  if (at < now) return 'form.time.past'
  return at > now + FARTHEST_PLAN ? 'form.time.far' : undefined
}
