/** The effect of an attempt on its delivery and webhook. Without clock and database. */
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/time'
import type { DeliveryFault } from './contract'

/** How long a delivery is retried. */
export const RETRY_SPAN = DAY
/** A webhook without a success for this long is turned off. */
export const FAILING_SPAN = DAY
const WAITS = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 8 * HOUR] as const
const LONGEST_HOLD = MINUTE
/** The longest wait that a receiver may request. */
const LONGEST_RETRY_AFTER = HOUR

export type Attempt = {
  readonly fault: DeliveryFault | null
  /** HTTP status; null without a response. */
  readonly status: number | null
  readonly retryAfter: string | null
  readonly at: number
  readonly took: number
  /** The beginning of the response. */
  readonly answer: string | null
}

export type Outcome =
  | { readonly status: 'delivered' }
  | { readonly status: 'waiting'; readonly nextAt: number }
  | { readonly status: 'failed' }

type RetryState = { readonly tries: number; readonly expiresAt: number }

/** `tries` includes this attempt; `chance` from 0 to 1 spreads the retries of many deliveries. */
export function outcomeOf(attempt: Attempt, { tries, expiresAt }: RetryState, now: number, chance: number): Outcome {
  if (attempt.fault === null) return { status: 'delivered' }
  if (attempt.status === 410) return { status: 'failed' }
  const wait = WAITS[Math.min(tries, WAITS.length) - 1] ?? WAITS[0]
  const nextAt = now + Math.max(Math.round(wait * (0.9 + chance / 5)), waitAsked(attempt, now))
  return nextAt > expiresAt ? { status: 'failed' } : { status: 'waiting', nextAt }
}

/** The receiver is down or overloaded: one attempt at a time, with growing pauses, until it responds again. */
export const isReceiverDown = ({ fault, status }: Attempt): boolean =>
  fault !== null && (status === null || status >= 500 || status === 429)

/** What attempts say about a webhook. The columns are explained in `tables.ts`. */
export type Health = {
  readonly failingSince: number | null
  readonly streak: number
  readonly heldUntil: number
  readonly lastAt: number | null
}

/** No attempt before this time. A hold that began in the future counts no more: the clock was set back. */
export const holdAt = ({ heldUntil, lastAt }: Pick<Health, 'heldUntil' | 'lastAt'>, now: number): number =>
  lastAt !== null && lastAt > now ? 0 : heldUntil

export function healthAfter(before: Health, attempt: Attempt, now: number): Health {
  const isDown = isReceiverDown(attempt)
  const held = holdAt(before, now)
  // Attempts that were under way when the hold began do not lengthen it.
  const isFirst = attempt.at >= held
  const streak = isDown ? before.streak + Number(isFirst) : 0
  return {
    failingSince: attempt.fault === null ? null : (before.failingSince ?? attempt.at),
    streak,
    heldUntil: isDown ? Math.max(held, isFirst ? holdOf(attempt, streak, now) : 0) : 0,
    lastAt: attempt.at,
  }
}

/** `streak` includes this attempt. */
export const holdOf = (attempt: Attempt, streak: number, now: number): number =>
  now + Math.max(Math.min(SECOND * 2 ** Math.min(streak - 1, 10), LONGEST_HOLD), waitAsked(attempt, now))

/** Retry-After: seconds or a date. */
function waitAsked({ retryAfter, status }: Attempt, now: number): number {
  if (retryAfter === null || (status !== 429 && status !== 503)) return 0
  const wait = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - now
  return Number.isFinite(wait) ? Math.min(Math.max(0, wait), LONGEST_RETRY_AFTER) : 0
}
