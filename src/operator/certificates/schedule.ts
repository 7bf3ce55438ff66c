/** When a certificate is renewed, and when after a failure. Pure. */
import { DAY, HOUR, MINUTE } from '../../platform/time'
import type { Attempt } from './attempts'

/** Certificates that live shorter are renewed every two days (160 hours: those of addresses). */
const SHORT_LIFE = 10 * DAY
const SHORT_SHARE = 0.3
const SHARE = 2 / 3
/** A certificate that is younger is not renewed, whatever the authority suggests. */
const LEAST_AGE = DAY
/** Installations renew at different times: up to this share of the life earlier. */
const JITTER = 0.03

/** After so many failures in a row. */
const PAUSES = [5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR]
const FIRST_PAUSE = 5 * MINUTE
/** The longest pause when the certificate ends within a day, or has ended. */
const URGENT_PAUSE = HOUR
/** Killed processes after which a new one does not order at once. */
const FREE_INTERRUPTIONS = 2

/** HSTS begins after a week of https, so that an installation that goes back in its first days locks nobody out. */
export const HSTS_AFTER = 7 * DAY
export const HSTS_FOR = 30 * DAY

export type Life = { readonly from: number; readonly to: number; readonly serial: string }

export const isShort = ({ from, to }: Life): boolean => to - from < SHORT_LIFE

/** From 0 to 1, the same for the same text. */
const chance = (text: string) => Number(Bun.hash(text) % 10_000n) / 10_000

/** `wish` is the window that the authority suggests. It may come earlier than our own time, and never later. */
export function renewalAt(life: Life, wish: { readonly start: number; readonly end: number } | null): number {
  const length = life.to - life.from
  const share = isShort(life) ? SHORT_SHARE : SHARE
  const own = life.from + length * (share - JITTER * chance(life.serial))
  // An authority whose window has always begun would be asked again and again.
  const earliest = life.from + LEAST_AGE
  const wished = wish ? Math.max(earliest, wish.start + (wish.end - wish.start) * chance(life.serial)) : own
  return Math.round(Math.min(own, wished))
}

export type Trouble = { readonly failures: number; readonly interruptions: number; readonly retryAt: number }

/** Failures since the last success; `attempts` is newest first. */
export function troubleIn(attempts: readonly Attempt[]): Trouble {
  const until = attempts.findIndex(({ state }) => state === 'issued' || state === 'renewed')
  const since = (until === -1 ? attempts : attempts.slice(0, until)).filter(({ state }) => state !== 'running')
  const [last] = since
  const failures = since.filter(({ state }) => state === 'failed').length
  const interruptions = since.length - failures
  const retryAt = Math.max(last?.retryAt ?? 0, ...since.map((one) => one.retryAt ?? 0))
  return { failures, interruptions, retryAt }
}

/** When the next order may be placed; 0: at once. */
export function nextTryAt(attempts: readonly Attempt[], certificateTo: number | null, now: number): number {
  const { failures, interruptions, retryAt } = troubleIn(attempts)
  const count = failures + Math.max(0, interruptions - FREE_INTERRUPTIONS)
  const [last] = attempts.filter(({ state }) => state !== 'running')
  if (!last || count === 0) return retryAt
  const usual = PAUSES[Math.min(count, PAUSES.length) - 1] ?? FIRST_PAUSE
  const isUrgent = certificateTo !== null && certificateTo - now < DAY
  const pause = (isUrgent ? Math.min(usual, URGENT_PAUSE) : usual) * (1 + 0.1 * chance(`${last.id}`))
  return Math.max(retryAt, Math.round((last.endedAt ?? last.startedAt) + pause))
}

/** Days before the expiry at which the operator is warned while renewals fail. */
export function warningAt(life: Life, now: number): 'expired' | 'day' | 'week' | null {
  const left = life.to - now
  if (left <= 0) return 'expired'
  if (left < DAY) return 'day'
  return left < 7 * DAY && !isShort(life) ? 'week' : null
}
