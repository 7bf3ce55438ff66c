import { availableParallelism, loadavg } from 'node:os'

/**
 * Milliseconds to wait for what takes moments, before it counts as failed. The more processes want the processor, the
 * longer everything takes; the load is a mean of the last minute, so that it is never taken for less than double.
 */
export function patience(alone = 30_000): number {
  const [lastMinute = 0] = loadavg()
  return Math.round(alone * Math.max(2, lastMinute / availableParallelism()))
}
