/**
 * Starts a watch; each call gives the milliseconds of processor that this process has used since. Bounds on work are put
 * on these: time on the clock grows with whatever else the machine does.
 */
export function processorWatch(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}
