/** Calendar days as a company lives them: by its own clock, a day of a clock change with 23 or 25 hours. */

/** Instants from the first, which is in it, to the second, which is not. */
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

const beginningOf = (date: Temporal.PlainDate, timeZone: string): number =>
  date.toZonedDateTime({ timeZone }).epochMilliseconds
