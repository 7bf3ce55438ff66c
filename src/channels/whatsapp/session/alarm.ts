/** A timer for a moment that may be months away: the runtime's own timers overflow after 24 days and fire at once. */
const LONGEST_MS = 2 ** 31 - 1

export class Alarm {
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly now: () => number) {}

  /** Replaces the time set before. Null: never. */
  set(at: number | null, ring: () => void): void {
    this.stop()
    if (at === null) return
    const left = Math.max(0, at - this.now())
    const end = () => {
      this.timer = undefined
      if (left > LONGEST_MS) this.set(at, ring)
      else ring()
    }
    this.timer = setTimeout(end, Math.min(left, LONGEST_MS))
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  /** False once it has fired. */
  get isSet(): boolean {
    return this.timer !== undefined
  }
}
