/** The time in which a phone may be linked: it closes by itself when nobody looks any more. */
import type { PairingWish } from '../../channel'

export class PairingWindow {
  /** QR codes shown in it so far. */
  shown = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly wish: PairingWish,
    private readonly ms: number,
    private readonly over: () => void,
  ) {
    this.prolong()
  }

  prolong(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(this.over, this.ms)
  }

  close(): void {
    clearTimeout(this.timer)
  }

  isFor(wish: PairingWish): boolean {
    return wish.by === this.wish.by && numberOf(wish) === numberOf(this.wish)
  }
}

function numberOf(wish: PairingWish): string | null {
  return wish.by === 'code' ? wish.number : null
}
