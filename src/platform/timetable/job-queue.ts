import { type CompanyJob, SLOWEST } from '../jobs'

/** A company in the queue of a job. */
export type Entry = {
  /** Due time. */
  at: number
  /** Time of the last run. */
  ranAt: number
  /** Runs since the last change. */
  tries: number
  isRunning: boolean
}

export type QueueState = {
  readonly name: string
  /** Companies for which the job is due, and since when the first one is. */
  readonly due: number
  readonly since: number | null
  /** When it is next due. */
  readonly next: number | null
}

/** When one job runs in each company. */
export class JobQueue<H> {
  readonly job: CompanyJob<H>
  readonly #entries = new Map<string, Entry>()
  #next = Infinity

  constructor(job: CompanyJob<H>) {
    this.job = job
  }

  /** A lower bound of the next run in any company. */
  get next(): number {
    return this.#next
  }

  find(uuid: string): Entry | undefined {
    return this.#entries.get(uuid)
  }

  /** Notes when the job is due in a company. `isNews`: the company has changed, so that earlier runs do not count. */
  enter(uuid: string, at: number | null, isNews: boolean): void {
    const entry = this.#entries.get(uuid)
    if (!entry) {
      if (at === null) return
      this.#entries.set(uuid, { at, ranAt: -Infinity, tries: 0, isRunning: false })
    } else {
      entry.at = at ?? Infinity
      if (isNews || at === null) entry.tries = 0
    }
    this.#next = Math.min(this.#next, at ?? Infinity)
  }

  forget(uuid: string): void {
    this.#entries.delete(uuid)
  }

  /** Companies in which the job runs now, the longest waiting first. */
  listDue(now: number): string[] {
    if (this.#next > now) return []
    const due: { readonly uuid: string; readonly runAt: number }[] = []
    this.#next = Infinity
    for (const [uuid, entry] of this.#entries) {
      const runAt = this.#nextRunAt(entry)
      if (runAt <= now) due.push({ uuid, runAt })
      else this.#next = Math.min(this.#next, runAt)
    }
    return due.toSorted((a, b) => a.runAt - b.runAt).map(({ uuid }) => uuid)
  }

  started(entry: Entry, now: number): void {
    entry.ranAt = now
    entry.tries++
  }

  ended(entry: Entry, isMore: boolean): void {
    entry.isRunning = false
    if (isMore) resetWait(entry)
    this.#next = Math.min(this.#next, this.#nextRunAt(entry))
  }

  /** Lets what is due run now, however often it has run. */
  retry(): void {
    for (const entry of this.#entries.values()) resetWait(entry)
    this.#next = 0
  }

  /** For a clock that was set back. */
  forgetRunTimes(): void {
    for (const entry of this.#entries.values()) entry.ranAt = -Infinity
  }

  state(now: number): QueueState {
    let [due, since, next] = [0, Infinity, Infinity]
    for (const { at } of this.#entries.values()) {
      if (at > now) next = Math.min(next, at)
      else {
        due++
        if (at > 0) since = Math.min(since, at)
      }
    }
    return { name: this.job.name, due, since: finite(since), next: finite(next) }
  }

  #nextRunAt(entry: Entry): number {
    if (entry.isRunning) return Infinity
    const { every, slowest = Math.max(every, SLOWEST) } = this.job
    return Math.max(entry.at, entry.ranAt + Math.min(slowest, every * 2 ** Math.max(0, entry.tries - 1)))
  }
}

function resetWait(entry: Entry): void {
  entry.ranAt = -Infinity
  entry.tries = 0
}

const finite = (time: number): number | null => (Number.isFinite(time) ? time : null)
