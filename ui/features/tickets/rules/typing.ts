/** When the contact is told that somebody here writes or records: rarely enough, and never longer than it is so. */
import type { TypingSign } from '../../../../src/platform/wire'

export type Sign = TypingSign['state']
/** What was told last, and when; null: nothing is to be taken back. */
export type Told = { readonly sign: 'composing' | 'recording'; readonly at: number } | null

/** Phones show it for about ten seconds. */
export const AGAIN_AFTER = 8_000
export const QUIET_AFTER = 4_000

/** A key was pressed, or the recorder runs on. */
export function doing(told: Told, sign: 'composing' | 'recording', now: number): { told: Told; tell: Sign | null } {
  const isKnown = told?.sign === sign && now - told.at < AGAIN_AFTER
  return isKnown ? { told, tell: null } : { told: { sign, at: now }, tell: sign }
}

/** Sent, given up, left, or quiet for a while. */
export const done = (told: Told): { told: Told; tell: Sign | null } => ({
  told: null,
  tell: told === null ? null : 'paused',
})
