/** A slow connection: frames arrive in order, delayed by their length. */
type Load = { length: number; arrive(): void }
type Later = (milliseconds: number, task: () => void) => void

export class Pace {
  #waiting: Load[] = []
  #isBusy = false

  /** `rate` in bytes per second; undefined: unlimited. */
  constructor(
    readonly rate: () => number | undefined,
    readonly later: Later,
  ) {}

  carry(load: Load) {
    if (!this.#isBusy && this.rate() === undefined) return load.arrive()
    this.#waiting.push(load)
    if (!this.#isBusy) this.#next()
  }

  #next() {
    const load = this.#waiting.shift()
    this.#isBusy = load !== undefined
    if (!load) return
    const rate = this.rate()
    this.later(rate ? (load.length / rate) * 1000 : 0, () => {
      load.arrive()
      this.#next()
    })
  }
}
