import type { ReactNode } from 'react'
import { plain } from './plain'

/** Whether all words that were typed stand in what a line says. */
export const isSaidIn = (said: string, typed: string): boolean =>
  plain(typed)
    .split(/\s+/)
    .every((word) => plain(said).includes(word))

/** A line of the palette, and where it leads. */
export type Offer = {
  readonly kind: 'screens' | 'actions' | 'tickets' | 'messages' | 'contacts'
  readonly id: string
  readonly line: ReactNode
  /**
   * Returns the step to take once the palette is closed; a promise of it where the server must be asked first. Once the
   * signal is aborted nobody waits for it.
   */
  lead(signal: AbortSignal): (() => void) | Promise<() => void>
}

/** `isWhole`: the server has answered, so that what is not offered was not found. */
export type Found = { readonly offers: readonly Offer[]; readonly isWhole: boolean; readonly failure: Error | null }
