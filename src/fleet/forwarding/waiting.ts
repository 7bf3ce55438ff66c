/** Requests that wait for a company's next owner, and what else wants to know when it changes. Bounded. */
import { getOrMake } from '../../platform/maps'

const WAITING_PER_COMPANY = 256
const WAITING_IN_ALL = 2_000

export class Waiting {
  readonly #companies = new Map<string, Set<() => void>>()
  readonly #counts = new Map<string, number>()
  #inAll = 0

  /** Resolves with true after `ms`, or when the company is woken; with false at once if too many wait already. */
  async wait(company: string, ms: number): Promise<boolean> {
    const count = this.#counts.get(company) ?? 0
    if (count >= WAITING_PER_COMPANY || this.#inAll >= WAITING_IN_ALL) return false
    this.#counts.set(company, count + 1)
    this.#inAll++
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    const forget = this.onWake(company, resolve)
    await promise
    clearTimeout(timer)
    forget()
    this.#inAll--
    const left = (this.#counts.get(company) ?? 1) - 1
    if (left > 0) this.#counts.set(company, left)
    else this.#counts.delete(company)
    return true
  }

  /** Calls `call` whenever the company is woken, until the returned function is called. */
  onWake(company: string, call: () => void): () => void {
    const calls = getOrMake(this.#companies, company, () => new Set())
    calls.add(call)
    return () => {
      calls.delete(call)
      if (calls.size === 0 && this.#companies.get(company) === calls) this.#companies.delete(company)
    }
  }

  /** Those of one company, or all. */
  wake(company?: string): void {
    const companies = company === undefined ? [...this.#companies.values()] : [this.#companies.get(company) ?? []]
    for (const calls of companies) for (const call of [...calls]) call()
  }
}
