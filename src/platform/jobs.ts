/**
 * What the server does by itself. Work in companies is due at an instant that their rows tell (`CompanyJob`): the timetable
 * (`timetable.ts`) runs it there and then, and asks nobody else. The tables are the queue, so a job is safe to run twice.
 */
import { Cron } from 'croner'
import type { Cx } from './cx'
import type { Log } from './log'
import { MINUTE } from './time'

/** Work that is not a company's and takes the same time however many there are. */
export type ServerJob<H> = {
  readonly name: string
  /** A cron pattern with seconds. */
  readonly every: string
  run(server: H): void | Promise<void>
}

export type CompanyJob<H> = {
  readonly name: string
  /** Milliseconds between two runs in one company, unless `run` says that more is left. */
  readonly every: number
  /** A job that stays due while nothing changes in the company runs ever less often, down to once in so many milliseconds. */
  readonly slowest?: number
  /**
   * An SQL query of one value: the instant from which there is something to do; NULL or no row: nothing. 0 means at once. It may
   * be too early, never too late. `@now` is the time. All jobs are asked together, so it must take microseconds.
   */
  readonly due?: string
  /** For what no row tells; `at` is the answer of `due`. */
  dueAt?(cx: Cx, server: H, at: number | null): number | null
  /** Nothing is done for any company while this holds. */
  isHeld?(server: H): boolean
  /** Nothing is done for this company while this holds. */
  isHeldIn?(cx: Cx): boolean
  /** Does a slice of what is due; true: more is left. For a promise nobody waits. What throws is logged and tried again later. */
  run(cx: Cx, server: H): unknown
}

export type Job<H> = ServerJob<H> | CompanyJob<H>

export const defineServerJob = <H>(job: ServerJob<H>): ServerJob<H> => job
export const defineCompanyJob = <H>(job: CompanyJob<H>): CompanyJob<H> => job

export const isServerJob = <H>(job: Job<H>): job is ServerJob<H> => typeof job.every === 'string'
export const isCompanyJob = <H>(job: Job<H>): job is CompanyJob<H> => typeof job.every === 'number'

/** The default of `slowest`. */
export const SLOWEST = 10 * MINUTE

/** Starts the server's jobs. A job never overlaps itself; one that throws is logged and runs again at its next time. */
export function startJobs<H>(server: H, jobs: readonly ServerJob<H>[], log: Log): { stop(): void } {
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
        () => job.run(server),
      ),
  )
  return {
    stop() {
      for (const cron of running) cron.stop()
    },
  }
}
