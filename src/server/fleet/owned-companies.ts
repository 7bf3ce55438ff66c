/** The companies that this node owns, by the log: what each has committed and the log has not, and what waits for it. */
import type { Owner } from '../../fleet/owner'
import { type MeasuredCompany, WriteMeter } from './company-loads'

/** `held`: what comes waits. `dropped`: nothing of it may leave any more. */
type Standing = 'own' | 'held' | 'dropped'

export type OwnedCompany = {
  readonly company: string
  readonly owner: Owner
  standing: Standing
  /** Resolved when all is handed over in order, rejected when it is dropped. Only while it is held. */
  readonly released: PromiseWithResolvers<void>
} & MeasuredCompany

export type OwnedCompaniesDeps = {
  /** Companies whose databases this process has open. */
  listOpen(): readonly string[]
}

/** Commits that no transaction of an action made, such as those of messenger sessions, ship after this time at the latest. */
const LOOK_MS = 50
/** Other processes, such as commands and migrations, write to companies that are closed here. */
const LOOKS_AT_ALL = 100

export class OwnedCompanies {
  readonly #deps: OwnedCompaniesDeps
  readonly #owned = new Map<string, OwnedCompany>()
  /** Those that may have commits which are not acknowledged, besides those that are open. */
  readonly #busy = new Set<string>()
  #looks = 0
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(deps: OwnedCompaniesDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), LOOK_MS)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  get size(): number {
    return this.#owned.size
  }
  find = (company: string): OwnedCompany | undefined => this.#owned.get(company)
  list = (): IterableIterator<OwnedCompany> => this.#owned.values()

  add(company: string, owner: Owner, isMoved = false): void {
    const released = Promise.withResolvers<void>()
    released.promise.catch(() => {}) // nobody may wait
    const now = performance.now()
    const [written, movedAt] = [new WriteMeter(now), isMoved ? now : undefined]
    this.#owned.set(company, { company, owner, standing: 'own', released, written, movedAt })
  }

  remove(company: string): void {
    this.#owned.delete(company)
    this.#busy.delete(company)
  }

  /** Whether nothing has been written for so many milliseconds. */
  isQuiet = (company: string, ms: number): boolean =>
    (this.#owned.get(company)?.written.quietFor(performance.now()) ?? 0) >= ms

  /** The log has taken bytes of the company. */
  wrote = (company: string, bytes: number): void => this.#owned.get(company)?.written.add(bytes, performance.now())

  /** Call it after each commit, and before a company's databases close. */
  committed = (company: string): void => {
    const owned = this.#owned.get(company)
    if (!owned) return
    this.#busy.add(company)
    owned.owner.committed()
  };

  /** Companies that this process may have written to and the log does not have yet. */
  *unsettled(): Generator<string> {
    for (const company of this.#deps.listOpen()) if (this.#owned.has(company)) yield company
    const open = new Set(this.#deps.listOpen())
    for (const company of this.#busy) if (!open.has(company)) yield company
  }

  #look(): void {
    this.#looks++
    if (this.#looks % LOOKS_AT_ALL === 0) for (const { owner } of this.#owned.values()) owner.look()
    const open = this.#deps.listOpen()
    for (const company of open) this.#owned.get(company)?.owner.look()
    for (const company of this.#busy) if (!this.#owned.get(company)?.owner.look()) this.#busy.delete(company)
  }
}
