/** Local times in the company's time zone: `2026-11-23 08:00:00`. */
import { withinCalendar } from '../../platform/formats'

/** Undefined for an invalid time. A time skipped by daylight saving maps to an hour later. */
export function instantOf(local: string, timeZone: string): number | undefined {
  try {
    return Temporal.PlainDateTime.from(local.replace(' ', 'T')).toZonedDateTime(timeZone).epochMilliseconds
  } catch {
    return undefined
  }
}

export function localOf(at: number, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(withinCalendar(at))
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
  return local.toString({ smallestUnit: 'second' }).replace('T', ' ')
}
