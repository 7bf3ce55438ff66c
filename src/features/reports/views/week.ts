/** Weeks from Monday to Sunday in a company's time zone. Pure. */
import type { Period } from '../../../platform/days'

/** When the mails about the week before leave on Monday. */
const HOUR_OF_DAY = 7

const mondayOf = (at: number, timeZone: string): Temporal.PlainDate => {
  const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
  return day.subtract({ days: day.dayOfWeek - 1 })
}
const instantOf = (day: Temporal.PlainDate, timeZone: string, hour = 0): number =>
  day.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds

export const isMonday = (at: number, timeZone: string): boolean =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).dayOfWeek === 1

/** The next Monday morning after an instant. */
export function nextMonday(now: number, timeZone: string): number {
  const monday = mondayOf(now, timeZone)
  const here = instantOf(monday, timeZone, HOUR_OF_DAY)
  return here > now ? here : instantOf(monday.add({ weeks: 1 }), timeZone, HOUR_OF_DAY)
}

/** The last week that has ended. */
export function lastWeek(now: number, timeZone: string): Period {
  const monday = mondayOf(now, timeZone)
  return { from: instantOf(monday.subtract({ weeks: 1 }), timeZone), to: instantOf(monday, timeZone) }
}
