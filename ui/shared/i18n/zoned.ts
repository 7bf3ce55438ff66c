/** Conversions between instants and wall clock times in a zone, for fields typed there. Pure. */

type Wall = { year: number; month: number; day: number; hour: number; minute: number }

/** A format takes longer to make than a hundred times to use. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>()
function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    ...(timeZone ? { timeZone } : {}),
  })
  formats.set(timeZone, made)
  return made
}

function wallOf(at: number, timeZone: string | undefined): Wall {
  const parts = formatOf(timeZone).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour'), minute: part('minute') }
}

const two = (value: number) => String(value).padStart(2, '0')

/** `2026-11-19T14:30`: the wall clock time of an instant in the zone. */
export function localTime(instant: string, timeZone: string | undefined): string {
  const { year, month, day, hour, minute } = wallOf(Date.parse(instant), timeZone)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

/** `2026-11-19`: the calendar day of an instant in the zone. */
export const localDay = (at: string | number, timeZone: string | undefined): string =>
  localTime(new Date(at).toISOString(), timeZone).slice(0, 10)

/**
 * The instant of the wall clock time `2026-11-19T14:30` in the zone, as ISO text; null if invalid. A time skipped by a
 * clock change moves forward by the gap; an ambiguous time is the first of the two.
 */
export function instantOf(local: string, timeZone: string | undefined): string | null {
  const wanted = Date.parse(`${local}Z`)
  if (Number.isNaN(wanted)) return null
  const offsetAt = (at: number) => Date.parse(`${localTime(new Date(at).toISOString(), timeZone)}Z`) - at
  // The zone's offsets just before and after: they differ near a clock change.
  const DAY = 24 * 60 * 60_000
  const [before, after] = [wanted - offsetAt(wanted - DAY), wanted - offsetAt(wanted + DAY)]
  const exact = [before, after].filter((at) => at + offsetAt(at) === wanted)
  return new Date(exact.length > 0 ? Math.min(...exact) : before).toISOString()
}

/** The day `days` later. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
