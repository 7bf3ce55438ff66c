/** Opening times computed from weekly hours, holidays and time zone. Pure. */
import { hoursOn, type WeekHours } from './contract'

/** `isHoliday` gets a day such as 2026-12-25; no opening begins on a holiday. */
export type OpeningHours = {
  readonly week: WeekHours
  readonly timeZone: string
  isHoliday(day: string): boolean
}

/** From `from` inclusive to `to` exclusive, in epoch milliseconds. */
type Opening = { readonly from: number; readonly to: number }

/** The opening that begins on that day, by wall-clock time across clock changes. */
function openingOn({ week, timeZone, isHoliday }: OpeningHours, day: Temporal.PlainDate): Opening | null {
  const hours = hoursOn(week, day.dayOfWeek - 1)
  if (!hours || isHoliday(day.toString())) return null
  const at = (date: Temporal.PlainDate, plainTime: string) =>
    date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
  if (hours.to === '23:59') return { from: at(day, hours.from), to: at(day.add({ days: 1 }), '00:00') }
  return { from: at(day, hours.from), to: at(hours.to > hours.from ? day : day.add({ days: 1 }), hours.to) }
}

/** Openings that begin from yesterday until `days` days ahead. */
function* openingsFrom(hours: OpeningHours, now: number, days: number): Generator<Opening> {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(hours.timeZone).toPlainDate()
  for (let day = -1; day <= days; day++) {
    const opening = openingOn(hours, today.add({ days: day }))
    if (opening) yield opening
  }
}

export function isOpenAt(hours: OpeningHours, now: number): boolean {
  for (const { from, to } of openingsFrom(hours, now, 0)) if (from <= now && now < to) return true
  return false
}

/** Open milliseconds from `since` to `now`, looking back a month at most. */
export function openTimeBetween(hours: OpeningHours, since: number, now: number): number {
  const start = Math.max(since, now - MONTH)
  let [total, counted] = [0, start]
  for (const { from, to } of openingsFrom(hours, start, Math.ceil((now - start) / 86_400_000) + 1)) {
    const [begin, end] = [Math.max(from, counted), Math.min(to, now)]
    if (end <= begin) continue
    total += end - begin
    counted = end
  }
  return total
}
const MONTH = 31 * 86_400_000

/** Openings between two times a few days apart, without overlaps. */
export function openSpansBetween(hours: OpeningHours, from: number, to: number): Opening[] {
  const spans: Opening[] = []
  let counted = from
  for (const opening of openingsFrom(hours, from, Math.ceil((to - from) / 86_400_000) + 1)) {
    const span = { from: Math.max(opening.from, counted), to: Math.min(opening.to, to) }
    if (span.to <= span.from) continue
    spans.push(span)
    counted = span.to
  }
  return spans
}

/** Closing time in epoch milliseconds; null if closed now or still open in eight days. */
export function closesAt(hours: OpeningHours, now: number): number | null {
  let end: number | null = null
  for (const { from, to } of openingsFrom(hours, now, MOST_OPEN_DAYS)) {
    if (end === null ? from <= now && now < to : from <= end) end = Math.max(end ?? 0, to)
    else if (end !== null) return end
  }
  return end !== null && end - now > MOST_OPEN_DAYS * 86_400_000 - 1 ? null : end
}
const MOST_OPEN_DAYS = 8

/** Next opening time in epoch milliseconds; null if not within a year. */
export function opensAt(hours: OpeningHours, now: number): number | null {
  if (![0, 1, 2, 3, 4, 5, 6].some((day) => hoursOn(hours.week, day))) return null
  for (const { from } of openingsFrom(hours, now, 366)) if (from > now) return from
  return null
}
