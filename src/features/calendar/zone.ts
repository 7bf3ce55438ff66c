import type { Zone } from './repeat'

/** The wall clock of a time zone. */
export const zoneOf = (timeZone: string): Zone => ({
  localOf: (at) =>
    Temporal.Instant.fromEpochMilliseconds(at)
      .toZonedDateTimeISO(timeZone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' }),
  instantOf: (local) => Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds,
})
