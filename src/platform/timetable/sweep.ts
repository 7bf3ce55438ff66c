import { HOUR, MINUTE } from '../time'

/** Milliseconds in which all companies come up once. */
const SWEEP_MS = MINUTE
/** Milliseconds after which a company is asked even if nothing seems to have changed. */
const RECHECK_MS = HOUR

/** Goes around the companies, because no event says that another process has written to a closed file. */
export class Sweep {
  readonly #companies: ReadonlySet<string>
  readonly #hasChanged: (uuid: string) => boolean
  #rest: Iterator<string>
  #sweptAt: number

  constructor(companies: ReadonlySet<string>, hasChanged: (uuid: string) => boolean, now: number) {
    this.#companies = companies
    this.#hasChanged = hasChanged
    this.#rest = companies.values()
    this.#sweptAt = now
  }

  /** For a clock that was set back. */
  beginAnew(now: number): void {
    this.#sweptAt = now
  }

  /** Companies to ask, of the part that has come up since the last call. */
  *take(now: number): Iterable<string> {
    const part = Math.min(1, Math.max(0, now - this.#sweptAt) / SWEEP_MS)
    const count = Math.floor(this.#companies.size * part)
    if (count === 0 && part < 1) return
    this.#sweptAt = now
    for (let n = 0; n < count; n++) {
      const uuid = this.#next()
      if (uuid !== undefined && (this.#hasChanged(uuid) || Math.random() < SWEEP_MS / RECHECK_MS)) yield uuid
    }
  }

  #next(): string | undefined {
    const next = this.#rest.next()
    if (!next.done) return next.value
    this.#rest = this.#companies.values()
    const first = this.#rest.next()
    return first.done ? undefined : first.value
  }
}
