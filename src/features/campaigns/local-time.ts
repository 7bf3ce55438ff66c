/** Times as people type them, by the company's clock: `2026-11-23 08:00:00`. */
import { withinCalendar } from '../../platform/formats'

/** Undefined when there is no such time. One that the clock skips is an hour later. */
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
