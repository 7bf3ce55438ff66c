/** Scheduled jobs. The table is the queue: a job claims due rows and is safe to run twice. */
import { Cron } from 'croner'
import type { Log } from './log'

/**
 * `every` is a cron pattern with seconds. A job receives the server and iterates over the companies itself; one that goes on
 * for long asks in between whether the server is about to close.
 */
export type Job<H> = {
  readonly name: string
  readonly every: string
  run(server: H, isStopped?: () => boolean): void | Promise<void>
}

export const defineJob = <H>(job: Job<H>): Job<H> => job

/** Starts the jobs. A job never overlaps itself; one that throws is logged and runs again at its next time. */
export function startJobs<H>(server: H, jobs: readonly Job<H>[], log: Log): { stop(): void } {
  let isStopped = false
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
        () => job.run(server, () => isStopped),
      ),
  )
  return {
    stop() {
      isStopped = true
      for (const cron of running) cron.stop()
    },
  }
}
