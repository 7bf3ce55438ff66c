/** Due dates. */
import { type Recurrence, recurrenceMonths } from './contract'

export type Subscription = { readonly dueAt: number; readonly timeZone: string; readonly recurrence: Recurrence }

const localTime = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)

/**
 * One recurrence later at the same time of day, counted from the due date, or from today if that has passed. The day of
 * the month is kept, or is the month's last day if it is shorter.
 */
export function renewedDue({ dueAt, timeZone, recurrence }: Subscription, now: number): number {
  const due = localTime(dueAt, timeZone)
  const today = localTime(now, timeZone).toPlainDate()
  const from = Temporal.PlainDate.compare(due.toPlainDate(), today) < 0 ? today : due.toPlainDate()
  const next = from.add({ months: recurrenceMonths[recurrence] })
  return next.toZonedDateTime({ timeZone, plainTime: due.toPlainTime() }).epochMilliseconds
}

/** The last millisecond of a calendar day such as `2026-11-22`; undefined when there is no such day. */
export function endOfDay(day: string, timeZone: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  try {
    const next = Temporal.PlainDate.from(day).add({ days: 1 })
    return next.toZonedDateTime({ timeZone }).epochMilliseconds - 1
  } catch {
    return undefined
  }
}

/** The calendar day on which it is due. */
export const dueDayOf = (dueAt: number, timeZone: string): string => localTime(dueAt, timeZone).toPlainDate().toString()
