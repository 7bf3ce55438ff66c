/** What lies between a node and the servers: delays, cuts, and answers that come late or never. */
import type { Random, VirtualProcess, VirtualTime } from './virtual-time'

export type Unkindness = {
  /** Share of calls that never arrive. */
  readonly lost: number
  /** Share of calls that are carried out, but not answered. */
  readonly unanswered: number
  /** Share of calls that are carried out after the caller has given up. */
  readonly late: number
  readonly delayMs: number
}
export const KIND: Unkindness = { lost: 0, unanswered: 0, late: 0, delayMs: 2 }
export const UNKIND: Unkindness = { lost: 0.01, unanswered: 0.02, late: 0.01, delayMs: 40 }

export class Link {
  readonly time: VirtualTime
  readonly process: VirtualProcess
  readonly random: Random
  unkindness: Unkindness
  #isCut = false
  readonly #whenBack = new Set<() => void>()

  constructor(time: VirtualTime, process: VirtualProcess, random: Random, unkindness: Unkindness) {
    this.time = time
    this.process = process
    this.random = random
    this.unkindness = unkindness
  }

  get isCut(): boolean {
    return this.#isCut
  }
  cut(): void {
    this.#isCut = true
  }
  mend(): void {
    if (!this.#isCut) return
    this.#isCut = false
    for (const back of [...this.#whenBack]) this.time.after(this.random.between(0, 500), back)
  }
  onMended(back: () => void): () => void {
    this.#whenBack.add(back)
    return () => this.#whenBack.delete(back)
  }

  delay = () => this.random.between(0.1, this.unkindness.delayMs)

  /** A call to the servers. Rejects with `failure()` after `timeoutMs` of the process without an answer. */
  call<T>(work: () => T, timeoutMs: number, failure: () => Error): Promise<T> {
    const { random, time, process, unkindness } = this
    return new Promise((resolve, reject) => {
      if (process.isKilled) return // a dead process waits for nothing
      const endTimeout = process.after(timeoutMs, () => reject(failure()))
      const lot = random.next()
      const { lost, unanswered, late } = unkindness
      if (this.#isCut || lot < lost) return
      const isLate = lot < lost + late
      const isAnswered = lot >= lost + late + unanswered
      time.after(isLate ? timeoutMs + random.between(0, 5000) : this.delay(), () => {
        const answer = work()
        if (isLate || !isAnswered || this.#isCut) return
        time.after(this.delay(), () => {
          if (this.#isCut) return
          process.run(() => {
            endTimeout()
            resolve(answer)
          })
        })
      })
    })
  }
}
