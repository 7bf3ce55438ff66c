/**
 * Starts measuring; each call returns the processor milliseconds this process has used since. Limits on work use this,
 * because wall time grows with the machine's load.
 */
export function processorWatch(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}
