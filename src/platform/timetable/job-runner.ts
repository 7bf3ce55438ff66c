import { SECOND } from '../time'
import type { CompanyWatch } from './company-watch'
import { BUDGET_MS, type TimetableDeps } from './deps'
import type { JobQueue } from './job-queue'

/** Milliseconds that a closing server waits for slices under way. */
const LAST_WAIT_MS = 4 * SECOND

/** Runs what is due: the queues side by side, each queue company by company. */
export class JobRunner<H> {
  readonly #deps: TimetableDeps<H>
  readonly #watch: CompanyWatch<H>
  readonly #queues: readonly JobQueue<H>[]
  readonly #forget: (uuid: string) => void
  readonly #busy = new Map<JobQueue<H>, Promise<void>>()
  /** Runs that returned a promise. */
  readonly #slices = new Set<Promise<void>>()
  #isStopped = false

  constructor(
    deps: TimetableDeps<H>,
    {
      watch,
      queues,
      forget,
    }: {
      readonly watch: CompanyWatch<H>
      readonly queues: readonly JobQueue<H>[]
      /** Called for a company that has left. */
      readonly forget: (uuid: string) => void
    },
  ) {
    this.#deps = deps
    this.#watch = watch
    this.#queues = queues
    this.#forget = forget
  }

  begin(): void {
    for (const queue of this.#queues) {
      if (this.#busy.has(queue)) continue
      const work = this.#empty(queue)
        .catch((error: unknown) => this.#deps.log.error({ err: error, job: queue.job.name }, 'job failed'))
        .finally(() => this.#busy.delete(queue))
      this.#busy.set(queue, work)
    }
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Waits for all that is under way. */
  async idle(): Promise<void> {
    await Promise.all([...this.#busy.values(), ...this.#slices])
  }

  /** Waits a few seconds for slices under way. */
  async ended(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, LAST_WAIT_MS).unref()
    await Promise.race([Promise.all(this.#slices), promise])
  }

  /** Runs until nothing of the queue is due. After each round it pauses as long as the round took. */
  async #empty(queue: JobQueue<H>): Promise<void> {
    const { clock, server, active } = this.#deps
    for (;;) {
      if (this.#isStopped || queue.job.isHeld?.(server())) return
      const due = queue.listDue(clock())
      if (due.length === 0) return
      const began = performance.now()
      let since = began
      for (const uuid of due) {
        if (this.#isStopped) return
        this.#run(queue, uuid)
        if (performance.now() - since < BUDGET_MS) continue
        active()
        await new Promise(setImmediate)
        since = performance.now()
      }
      await new Promise((resolve) => setTimeout(resolve, performance.now() - began))
    }
  }

  #run(queue: JobQueue<H>, uuid: string): void {
    const { clock, log, jobLog, server, work } = this.#deps
    const { job } = queue
    const entry = queue.find(uuid)
    if (!entry) return
    if (!this.#watch.isThere(uuid)) {
      this.#forget(uuid)
      return
    }
    queue.started(entry, clock())
    const began = performance.now()
    const ended = (isMore: unknown, hasFailed = false): void => {
      jobLog?.note(job.name, performance.now() - began, hasFailed)
      this.#watch.setStale(uuid, true)
      queue.ended(entry, isMore === true)
    }
    const failed = (error: unknown): void => {
      log.error({ err: error, job: job.name, tenant: uuid }, 'job failed')
      ended(false, true)
    }
    try {
      const result = work(uuid, (cx) => !job.isHeldIn?.(cx) && job.run(cx, server()))
      if (!(result instanceof Promise)) {
        ended(result)
        return
      }
      entry.isRunning = true
      this.#keep(
        result.then(
          (isMore) => ended(isMore),
          (error: unknown) => {
            this.#deps.failed(error)
            failed(error)
          },
        ),
      )
    } catch (error) {
      failed(error)
    }
  }

  #keep(slice: Promise<void>): void {
    this.#slices.add(slice)
    void slice.finally(() => this.#slices.delete(slice))
  }
}
