/** Time window for linking a phone. It closes automatically without a viewer. */
import type { PairingRequest } from '../../channel'
import { qrLifeOf } from '../baileys/qr-codes'
import type { Limits } from '../limits'

export class PairingWindow {
  /** Number of QR codes shown so far. */
  shown = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly request: PairingRequest,
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

  /** Milliseconds for which the latest QR code can be scanned. */
  qrLife(limits: Pick<Limits, 'qrLife'>): number {
    return qrLifeOf(this.shown, limits)
  }

  /** Milliseconds until the window, and a pairing code requested now, expires. */
  codeLife(limits: Pick<Limits, 'qrLife' | 'qrCodes'>): number {
    return this.qrLife(limits) + (limits.qrCodes - this.shown) * qrLifeOf(this.shown + 1, limits)
  }

  isFor(request: PairingRequest): boolean {
    return request.by === this.request.by && numberOf(request) === numberOf(this.request)
  }
}

function numberOf(request: PairingRequest): string | null {
  return request.by === 'code' ? request.number : null
}
