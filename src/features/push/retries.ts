/** What the answer of a push service means for a notification and its device. Without clock and database. */
import { HOUR, MINUTE, SECOND } from '../../platform/time'

/** `status`: HTTP; null without a response. */
export type PushAnswer = { readonly status: number | null; readonly retryAfter: string | null }

/**
 * `gone`: the device takes no notifications any more. `shorten`: again, without what was written. `refused`: the notification
 * is given up. `again`: `wait` milliseconds later, like the others of this device.
 */
export type PushOutcome =
  | { readonly is: 'taken' | 'gone' | 'shorten' | 'refused' }
  | { readonly is: 'again'; readonly wait: number }

const WAITS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR] as const
/** The longest wait that a push service may request. */
const LONGEST_RETRY_AFTER = 4 * HOUR

/** `tries` includes this attempt; `chance` from 0 to 1 spreads the retries of many notifications. */
export function outcomeOf({ status, retryAfter }: PushAnswer, tries: number, now: number, chance: number): PushOutcome {
  if (status !== null && status >= 200 && status < 300) return { is: 'taken' }
  if (status === 404 || status === 410) return { is: 'gone' }
  if (status === 413) return { is: 'shorten' }
  if (status !== null && status < 500 && status !== 429 && status !== 408) return { is: 'refused' }
  const usual = Math.round((WAITS[Math.min(tries, WAITS.length) - 1] ?? WAITS[0]) * (0.9 + chance / 5))
  return { is: 'again', wait: Math.max(usual, waitAsked(retryAfter, now)) }
}

/** Retry-After: seconds or a date. */
function waitAsked(retryAfter: string | null, now: number): number {
  if (retryAfter === null) return 0
  const wait = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - now
  return Number.isFinite(wait) ? Math.min(Math.max(0, wait), LONGEST_RETRY_AFTER) : 0
}
