/** When to report typing or recording to the contact: at a limited rate, and no longer than it lasts. */
import type { TypingSign } from '../../../../src/platform/wire'

export type Sign = TypingSign['state']
/** What was reported last, and when; null: nothing to end. */
export type Told = { readonly sign: 'composing' | 'recording'; readonly at: number } | null

/** Phones show it for about ten seconds, so it is repeated before. */
export const AGAIN_AFTER = 8_000
export const QUIET_AFTER = 4_000

/** A key was pressed, or the recorder is running. */
export function doing(told: Told, sign: 'composing' | 'recording', now: number): { told: Told; tell: Sign | null } {
  const isKnown = told?.sign === sign && now - told.at < AGAIN_AFTER
  return isKnown ? { told, tell: null } : { told: { sign, at: now }, tell: sign }
}

/** Typing or recording has ended: sent, discarded, left, or paused. */
export const done = (told: Told): { told: Told; tell: Sign | null } => ({
  told: null,
  tell: told === null ? null : 'paused',
})
