/**
 * Background jobs. A company's job is due at an instant computed from its rows (`CompanyJob`), and the timetable
 * (`timetable/`) runs it then. The tables are the queue, so every job must be safe to run twice.
 */
import { Cron } from 'croner'
import type { Cx } from './cx'
import type { JobLog } from './job-stats'
import type { Log } from './log'
import { MINUTE } from './time'

/** A job of the server, whose cost does not depend on the number of companies. */
export type ServerJob<H> = {
  readonly name: string
  /** A cron pattern with seconds. */
  readonly every: string
  /**
   * Where it runs in a fleet: in every process, for what that process has; or once for the installation, where control.db is
   * written.
   */
  readonly runsAt: 'node' | 'installation'
  run(server: H): void | Promise<void>
}

export type CompanyJob<H> = {
  readonly name: string
  /** Minimum milliseconds between runs in one company, unless `run` returns true. */
  readonly every: number
  /** Longest interval in milliseconds: a job that stays due while nothing changes in the company backs off to this. */
  readonly slowest?: number
  /**
   * An SQL query of one value: the instant at which work is due. NULL or no row means none, 0 means now. It may be too
   * early but never too late. `@now` is the current time. The queries of all jobs run together, so it must take
   * microseconds.
   */
  readonly due?: string
  /** Adjusts the due time by what rows cannot show; `at` is the result of `due`. */
  dueAt?(cx: Cx, server: H, at: number | null): number | null
  /** While true, the job runs for no company. */
  isHeld?(server: H): boolean
  /** While true, the job does not run for this company. */
  isHeldIn?(cx: Cx): boolean
  /**
   * Processes a slice of what is due; returns true if more is left. A returned promise is not awaited. Errors are
   * logged and the job is retried later.
   */
  run(cx: Cx, server: H): unknown
}

export type Job<H> = ServerJob<H> | CompanyJob<H>

export const defineServerJob = <H>(job: ServerJob<H>): ServerJob<H> => job
export const defineCompanyJob = <H>(job: CompanyJob<H>): CompanyJob<H> => job

export const isServerJob = <H>(job: Job<H>): job is ServerJob<H> => typeof job.every === 'string'
export const isCompanyJob = <H>(job: Job<H>): job is CompanyJob<H> => typeof job.every === 'number'

/** The default of `slowest`. */
export const SLOWEST = 10 * MINUTE

/** When a pattern comes next after an instant; null if never. */
export const nextRun = (pattern: string, after: number, timeZone: string): number | null =>
  new Cron(pattern, { paused: true, timezone: timeZone }).nextRun(new Date(after))?.getTime() ?? null

/** Runs a job of the server now. */
export async function runNoted<H>(job: ServerJob<H>, server: H, jobLog: JobLog | undefined): Promise<void> {
  const began = performance.now()
  let hasFailed = true
  try {
    await job.run(server)
    hasFailed = false
  } finally {
    jobLog?.note(job.name, performance.now() - began, hasFailed)
  }
}

export function isCronPattern(pattern: string): boolean {
  try {
    new Cron(pattern, { paused: true }).stop()
    return true
  } catch {
    return false
  }
}

export type StartOptions = {
  readonly jobLog?: JobLog | undefined
  /** Whether jobs of the installation run in this process. Asked before each run, because that moves within a fleet. */
  readonly isInstallationHere?: (() => boolean) | undefined
}

/** Starts the server's jobs. A job never overlaps itself. Errors are logged, and the job runs again at its next time. */
export function startJobs<H>(
  server: H,
  jobs: readonly ServerJob<H>[],
  log: Log,
  { jobLog, isInstallationHere = () => true }: StartOptions = {},
): { stop(): void } {
  const running = jobs.map(
    (job) =>
      new Cron(
        job.every,
        {
          name: job.name,
          protect: true,
          unref: true,
          catch: (error) => log.error({ err: error, job: job.name }, 'job failed'),
        },
        () => (job.runsAt === 'node' || isInstallationHere() ? runNoted(job, server, jobLog) : undefined),
      ),
  )
  return {
    stop() {
      for (const cron of running) cron.stop()
    },
  }
}
