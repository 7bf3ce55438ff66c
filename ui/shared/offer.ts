import type { ReactNode } from 'react'
import { fits, needleOf } from './plain'

/** Whether the label contains all typed words. */
export const isSaidIn = (said: string, typed: string): boolean => fits(needleOf(typed), said)

/** A palette entry and its target. */
export type Offer = {
  readonly kind: 'screens' | 'actions' | 'tickets' | 'messages' | 'contacts'
  readonly id: string
  readonly line: ReactNode
  /**
   * Returns the step to take once the palette is closed, or a promise of it when the server must be asked first. Once
   * the signal is aborted nobody awaits it.
   */
  lead(signal: AbortSignal): (() => void) | Promise<() => void>
}

/** `isWhole`: the server has answered, so anything not offered does not exist. */
export type OfferResult = {
  readonly offers: readonly Offer[]
  readonly isWhole: boolean
  readonly failure: Error | null
}
