import { availableParallelism, loadavg } from 'node:os'

/**
 * Milliseconds to wait for what takes so many on an idle machine, before it counts as failed. The more processes want the
 * processor, the longer everything takes; the load is a mean of the last minute, so it never counts as less than double.
 */
export function patience(ms = 30_000, [lastMinute = 0] = loadavg()): number {
  return Math.round(ms * Math.max(2, lastMinute / availableParallelism()))
}

/** Of a wait that looks now and then. It follows a load that rises meanwhile. */
export function boundOf(ms: number, load = loadavg): { isOver(): boolean } {
  const begun = performance.now()
  return { isOver: () => performance.now() - begun > patience(ms, load()) }
}
