/** How long a messenger lets us write to a contact after their last message. */
import * as v from 'valibot'
import { Instant } from '../../platform/formats'

/** Until when anybody may answer, and until when a person may; null: the contact has not written yet. */
export const ReplyWindow = v.object({ until: v.nullable(Instant), personUntil: v.nullable(Instant) })
export type ReplyWindow = v.InferOutput<typeof ReplyWindow>

/** `people`: only attendants may still answer. */
export type WindowState = 'open' | 'people' | 'closed'

/** Without a window, a messenger sets no limit. */
export function windowState(window: ReplyWindow | null | undefined, now: number): WindowState {
  if (!window || isBefore(now, window.until)) return 'open'
  return isBefore(now, window.personUntil) ? 'people' : 'closed'
}

const isBefore = (now: number, end: string | null): boolean => end !== null && now < Date.parse(end)
