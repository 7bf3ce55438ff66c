/** Calendar days in a company's time zone. A day with a clock change has 23 or 25 hours. */

/** From `from` inclusive to `to` exclusive, in epoch milliseconds. */
export type Period = { readonly from: number; readonly to: number }

/** `day` is `2026-11-21`; undefined when there is no such day. */
export function periodOfDay(day: string, timeZone: string): Period | undefined {
  const date = dateOf(day)
  return date && { from: beginningOf(date, timeZone), to: beginningOf(date.add({ days: 1 }), timeZone) }
}

function dateOf(day: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  try {
    return Temporal.PlainDate.from(day)
  } catch {
    return undefined
  }
}

/** The day of an instant: `2026-11-21`. */
export const dayAt = (at: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString()

const beginningOf = (date: Temporal.PlainDate, timeZone: string): number =>
  date.toZonedDateTime({ timeZone }).epochMilliseconds

/** `at(-2, 14, 30)` is 14:30 the day before yesterday. */
type CalendarTime = (days: number, hour: number, minute?: number) => number

/**
 * Converts calendar times to instants, with days counted from the day of `now`. A time that a clock change skips
 * becomes an hour later.
 */
export function calendarAround(now: number, timeZone: string): CalendarTime {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  return (days, hour, minute = 0) =>
    today.add({ days }).toZonedDateTime({ timeZone, plainTime: { hour, minute } }).epochMilliseconds
}
