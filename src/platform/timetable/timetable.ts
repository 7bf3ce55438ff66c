/**
 * Runs company jobs when they are due; an idle company costs nothing. It keeps the due time of each job in each
 * company, and asks a company again after each run and whenever its database has changed, so no code has to notify it.
 * Open files are compared once a second, which takes microseconds each. Closed files, which only another process
 * changes, are compared by size and age, all within a minute.
 */
import { SECOND } from '../time'
import type { Answers } from './answers'
import { CompanyWatch } from './company-watch'
import { BUDGET_MS, type TimetableDeps } from './deps'
import { JobQueue, type QueueState } from './job-queue'
import { JobRunner } from './job-runner'
import { Sweep } from './sweep'

const POLL_MS = SECOND

export class Timetable<H = unknown> {
  readonly #deps: TimetableDeps<H>
  readonly #watch: CompanyWatch<H>
  readonly #queues: readonly JobQueue<H>[]
  readonly #runner: JobRunner<H>
  readonly #sweep: Sweep
  #polledAt: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStopped = false

  constructor(deps: TimetableDeps<H>) {
    const watch = new CompanyWatch(deps)
    const queues = deps.jobs.map((job) => new JobQueue(job))
    this.#deps = deps
    this.#watch = watch
    this.#queues = queues
    this.#runner = new JobRunner(deps, { watch, queues, forget: (uuid) => this.#forget(uuid) })
    this.#sweep = new Sweep(watch.known, (uuid) => watch.hasChanged(uuid), deps.clock())
    this.#polledAt = deps.clock()
  }

  start(): void {
    this.#schedule()
  }

  /** Asks a company what is due, and watches it for changes. Returns whether it has something to start. */
  ask(uuid: string): boolean {
    this.#watch.setStale(uuid, false)
    if (!this.#watch.isThere(uuid)) {
      this.#forget(uuid)
      return false
    }
    const asked = this.#watch.ask(uuid)
    if (!asked) return true
    const { answers, isNews } = asked
    for (const queue of this.#queues) queue.enter(uuid, answers.due[queue.job.name] ?? null, isNews)
    return answers.toStart
  }

  /** Polls once and runs what is due. */
  async pass(): Promise<void> {
    await this.#poll()
    await this.#runner.idle()
  }

  /** Runs a job again now where it waits after a failure. */
  retry(name: string): void {
    this.#queues.find(({ job }) => job.name === name)?.retry()
  }

  /** Facts about each company that was asked, without opening a file. */
  facts(): IteratorObject<readonly [uuid: string, facts: Answers['facts']]> {
    return this.#watch.answers.entries().map(([uuid, { facts }]) => [uuid, facts] as const)
  }

  state(): QueueState[] {
    const now = this.#deps.clock()
    return this.#queues.map((queue) => queue.state(now))
  }

  /**
   * Saves answers for the next process, which then opens no unchanged file with nothing to start. It asks companies
   * that are open now again.
   */
  save(): void {
    this.#watch.save()
  }

  /** Stops after the current slices. */
  stop(): void {
    this.#isStopped = true
    this.#runner.stop()
    clearTimeout(this.#timer)
  }

  /** Waits a few seconds for slices under way. */
  ended(): Promise<void> {
    return this.#runner.ended()
  }

  #schedule(): void {
    if (this.#isStopped) return
    const { clock, log } = this.#deps
    const now = clock()
    const first = Math.min(...this.#queues.map(({ next }) => (next > now ? next : Infinity))) // earlier ones are held or running
    const poll = (): void =>
      void this.#poll()
        .catch((error: unknown) => log.error({ err: error }, 'the timetable skips this poll'))
        .finally(() => this.#schedule())
    this.#timer = setTimeout(poll, Math.min(POLL_MS, first - now))
    this.#timer.unref()
  }

  async #poll(): Promise<void> {
    await this.#askChanged()
    this.#runner.begin()
  }

  /** Asks companies that have changed, and the next part of the sweep. */
  async #askChanged(): Promise<void> {
    const now = this.#deps.clock()
    if (now < this.#polledAt) this.#beginAnew(now) // the clock was set back
    this.#polledAt = now
    const changed = this.#deps.databases.listOpen().filter((uuid) => this.#watch.hasChanged(uuid))
    let since = performance.now()
    for (const uuid of new Set([...this.#watch.stale, ...changed, ...this.#sweep.take(now)])) {
      if (this.#isStopped) return
      this.ask(uuid)
      if (performance.now() - since < BUDGET_MS) continue
      await new Promise(setImmediate)
      since = performance.now()
    }
  }

  #beginAnew(now: number): void {
    this.#sweep.beginAnew(now)
    for (const uuid of this.#watch.known) this.#watch.setStale(uuid, true)
    for (const queue of this.#queues) queue.forgetRunTimes()
  }

  /** Removes a company that has left or has no jobs. */
  #forget(uuid: string): void {
    this.#watch.forget(uuid)
    for (const queue of this.#queues) queue.forget(uuid)
  }
}
