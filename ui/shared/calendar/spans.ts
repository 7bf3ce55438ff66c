/** The spans of a calendar: a month, a week, or a day. Days are `2026-11-19`, local times `2026-11-19T14:30`. Pure. */

import type { Span } from '../table/view'

const parts = (day: string) => day.split('-').map(Number) as [number, number, number] // of a calendar day
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const DAY = 86_400_000

/** The days shown by a calendar span; a month shows whole weeks. */
export function shownDays(span: Span, day: string): { from: string; to: string } {
  const [year, month, date] = parts(day)
  const at = Date.UTC(year, month - 1, date)
  if (span === 'day') return { from: day, to: day }
  const weekOf = (at: number) => at - new Date(at).getUTCDay() * DAY
  if (span === 'week') return { from: dayOf(weekOf(at)), to: dayOf(weekOf(at) + 6 * DAY) }
  const [first, last] = [Date.UTC(year, month - 1, 1), Date.UTC(year, month, 0)]
  return { from: dayOf(weekOf(first)), to: dayOf(weekOf(last) + 6 * DAY) }
}

/** A day in the previous span (-1) or the next (1). */
export function stepped(span: Span, day: string, by: -1 | 1): string {
  const [year, month, date] = parts(day)
  if (span === 'month') return dayOf(Date.UTC(year, month - 1 + by, 1))
  return dayOf(Date.UTC(year, month - 1, date + by * (span === 'week' ? 7 : 1)))
}

/** Moves by arrow keys: a day sideways, a week up and down in a month, half an hour in a week. */
export function movedBy(key: string, span: Span, local: string): string | null {
  const minutes: Record<string, number> = {
    ArrowLeft: -1440,
    ArrowRight: 1440,
    ArrowUp: span === 'month' ? -7 * 1440 : -30,
    ArrowDown: span === 'month' ? 7 * 1440 : 30,
  }
  const step = minutes[key]
  return step === undefined ? null : laterBy(local, step)
}

/** When an entry begins and ends, in local times; whole days from midnight to midnight. */
export type EntryTimes = { readonly start: string; readonly end: string; readonly isAllDay: boolean }

/** The times after an arrow key: the entry moves, or with `stretches` only its end does. Null: the key does nothing. */
export function steppedTimes(
  key: string,
  span: Span,
  { start, end, isAllDay }: EntryTimes,
  stretches: boolean,
): EntryTimes | null {
  const [begins, ends] = [stretches ? start : movedBy(key, span, start), movedBy(key, span, end)]
  if (begins === null || ends === null || ends <= begins) return null
  if (isAllDay && !ends.endsWith('T00:00')) return null
  return { start: begins, end: ends, isAllDay }
}

/** `minutes` later. */
export const laterBy = (local: string, minutes: number): string =>
  new Date(Date.parse(`${local}Z`) + minutes * 60_000).toISOString().slice(0, 16)
