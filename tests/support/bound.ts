import { availableParallelism, loadavg } from 'node:os'

/**
 * Time limit in milliseconds for what takes `ms` on an idle machine. It grows with the load, which is a mean of the
 * last minute, so the factor is at least two.
 */
export function patience(ms = 30_000, [lastMinute = 0] = loadavg()): number {
  return Math.round(ms * Math.max(2, lastMinute / availableParallelism()))
}

/** A time limit for polling, which follows a rising load. */
export function boundOf(ms: number, load = loadavg): { isOver(): boolean } {
  const begun = performance.now()
  return { isOver: () => performance.now() - begun > patience(ms, load()) }
}
