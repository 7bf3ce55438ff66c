/** How the runs of each job went, since the start of the process. */
import { getOrMake } from './maps'
import type { Clock } from './time'

export type JobStats = {
  runs: number
  failures: number
  ranAt: number | null
  /** Milliseconds of the last run. */
  took: number
  failedAt: number | null
}

export type JobLog = ReturnType<typeof createJobLog>

export function createJobLog(clock: Clock) {
  const jobs = new Map<string, JobStats>()
  const statsOf = (name: string) =>
    getOrMake(jobs, name, () => ({ runs: 0, failures: 0, ranAt: null, took: 0, failedAt: null }))
  return {
    of: (name: string): Readonly<JobStats> => statsOf(name),
    note(name: string, took: number, hasFailed: boolean): void {
      const stats = statsOf(name)
      stats.runs++
      stats.ranAt = clock()
      stats.took = took
      if (!hasFailed) return
      stats.failures++
      stats.failedAt = stats.ranAt
    },
    /** Of jobs that have run. */
    names: (): string[] => [...jobs.keys()],
    /** The operator has seen to it. */
    clear(name: string): void {
      statsOf(name).failedAt = null
    },
  }
}
