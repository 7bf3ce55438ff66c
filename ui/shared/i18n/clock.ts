/** Completes times as users type them. */
import * as v from 'valibot'
import { ClockTime } from '../../../src/hours/contract'

export const isClockTime = (text: string): boolean => v.is(ClockTime, text)

/** 8 → 08:00, 830 → 08:30, 18h → 18:00, 9.15 → 09:15. Anything else stays as it is. */
export function completeTime(typed: string): string {
  const found = /^(\d{1,2})\D?(\d{2})?\D?$/.exec(typed.trim()) ?? /^(\d{1,2})(\d{2})$/.exec(typed.trim())
  if (!found) return typed
  const time = `${(found[1] ?? '').padStart(2, '0')}:${found[2] ?? '00'}`
  return isClockTime(time) ? time : typed
}
