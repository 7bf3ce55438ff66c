/** Time that passes only when a test lets it: hours in a moment, and a node's time alone can be stopped. */
import type { Timers } from '../../../../src/fleet/placement/timers'

type Planned = { readonly at: number; readonly order: number; readonly run: () => void; isOff: boolean }

/** A random number generator that repeats (mulberry32). */
export function randomOf(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low: number, high: number) => low + next() * (high - low),
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)],
  }
}
export type Random = ReturnType<typeof randomOf>

export class VirtualTime implements Timers {
  #now = 0
  #order = 0
  /** A heap, earliest first. */
  readonly #planned: Planned[] = []

  now = () => this.#now

  after(ms: number, run: () => void): () => void {
    const planned: Planned = { at: this.#now + Math.max(0, ms), order: this.#order++, run, isOff: false }
    this.#push(planned)
    return () => {
      planned.isOff = true
    }
  }

  /** Runs everything that is due in the next `ms`; `each` after every step, when all that waited for it has run. */
  async pass(ms: number, each: () => void = () => {}): Promise<void> {
    const end = this.#now + ms
    for (;;) {
      const first = this.#planned[0]
      if (!first || first.at > end) break
      this.#pop()
      if (first.isOff) continue
      this.#now = Math.max(this.#now, first.at)
      first.run()
      await settle()
      each()
    }
    this.#now = end
  }

  /** Lets time pass until `isSo`, and returns how long it took. Throws after `most` ms. */
  async passUntil(isSo: () => boolean, most: number, each: () => void = () => {}): Promise<number> {
    const began = this.#now
    await settle()
    while (!isSo()) {
      const first = this.#planned[0]
      if (!first || first.at > began + most) throw new Error(`did not happen within ${most} ms`)
      await this.pass(first.at - this.#now, each)
    }
    return this.#now - began
  }

  #push(planned: Planned): void {
    const heap = this.#planned
    let at = heap.push(planned) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(planned, heap[parent])) break
      swap(heap, at, parent)
      at = parent
    }
  }

  #pop(): void {
    const heap = this.#planned
    const last = heap.pop()
    if (!last || heap.length === 0) return
    heap[0] = last
    let at = 0
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let least = at
      if (isBefore(heap[left], heap[least])) least = left
      if (isBefore(heap[right], heap[least])) least = right
      if (least === at) return
      swap(heap, at, least)
      at = least
    }
  }
}

const isBefore = (a: Planned | undefined, b: Planned | undefined) =>
  a !== undefined && b !== undefined && (a.at < b.at || (a.at === b.at && a.order < b.order))
function swap(heap: Planned[], a: number, b: number): void {
  const [one, other] = [heap[a], heap[b]]
  if (one && other) [heap[a], heap[b]] = [other, one]
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A process that can be stopped, continued and killed. Its clock goes on while it is stopped; its timers and what it receives wait. */
export class VirtualProcess implements Timers {
  readonly #time: VirtualTime
  #isStopped = false
  #isKilled = false
  #waiting: (() => void)[] = []

  constructor(time: VirtualTime) {
    this.#time = time
  }

  get isKilled(): boolean {
    return this.#isKilled
  }
  get isRunning(): boolean {
    return !this.#isKilled && !this.#isStopped
  }

  now = () => this.#time.now()

  after(ms: number, run: () => void): () => void {
    let isOff = false
    this.#time.after(ms, () => this.run(() => !isOff && run()))
    return () => {
      isOff = true
    }
  }

  /** Runs something in the process, now or when it is continued. */
  run(work: () => void): void {
    if (this.#isKilled) return
    if (this.#isStopped) this.#waiting.push(work)
    else work()
  }

  stop(): void {
    this.#isStopped = true
  }

  continue(): void {
    this.#isStopped = false
    for (const work of this.#waiting.splice(0)) this.#time.after(0, () => this.run(work))
  }

  kill(): void {
    this.#isKilled = true
  }
}
