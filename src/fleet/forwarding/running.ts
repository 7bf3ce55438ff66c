/** Requests of companies that this node handles now, so that a company which moves can let them end. */

/** A company that has not left after that time has stayed. */
const PARTING_MS = 5_000

export class Running {
  readonly #counts = new Map<string, number>()
  readonly #waiting = new Map<string, () => void>()
  /** Until when no new ones begin. */
  readonly #parting = new Map<string, number>()

  /** Returns `work`'s answer. */
  async during<T>(company: string, work: () => T | Promise<T>): Promise<T> {
    this.#counts.set(company, (this.#counts.get(company) ?? 0) + 1)
    try {
      return await work()
    } finally {
      this.#leave(company)
    }
  }

  /** Whether no new request of the company may begin here. */
  isParting(company: string): boolean {
    const until = this.#parting.get(company)
    if (until === undefined) return false
    if (performance.now() < until) return true
    this.#parting.delete(company)
    return false
  }

  /** Resolves when the last one has ended. New ones wait for the company's next owner. */
  part(company: string): Promise<void> {
    this.#parting.set(company, performance.now() + PARTING_MS)
    if (!this.#counts.has(company)) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.set(company, resolve))
  }

  /** The company has left, or come again. */
  parted(company: string): void {
    this.#parting.delete(company)
  }

  #leave(company: string): void {
    const left = (this.#counts.get(company) ?? 1) - 1
    if (left > 0) {
      this.#counts.set(company, left)
      return
    }
    this.#counts.delete(company)
    this.#waiting.get(company)?.()
    this.#waiting.delete(company)
  }
}
