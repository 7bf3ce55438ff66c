/** Opening hours of a week. Pure. */
import * as v from 'valibot'

/** 08:00, on a clock of 24 hours. */
export const ClockTime = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'form.invalid'))

/** An end before the start runs into the next day; equal times are closed all day. */
export const DayHours = v.object({ from: ClockTime, to: ClockTime })
export type DayHours = v.InferOutput<typeof DayHours>

/** Seven days from Monday, null where closed; while `same`, `every` counts for all of them. */
export const WeekHours = v.object({
  same: v.boolean(),
  every: DayHours,
  days: v.pipe(v.array(v.nullable(DayHours)), v.length(7)),
})
export type WeekHours = v.InferOutput<typeof WeekHours>

/** The specification's: Monday to Friday from eight to six, Saturday until noon, Sunday closed. */
export const usualWeek: WeekHours = {
  same: false,
  every: { from: '00:00', to: '23:59' },
  days: [...Array<DayHours>(5).fill({ from: '08:00', to: '18:00' }), { from: '08:00', to: '12:00' }, null],
}

const DAY = 24 * 60
const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** A stretch of a day, in hours from 0 to 24; `isNext` where it began the day before. */
export type Span = { readonly from: number; readonly to: number; readonly isNext: boolean }

/** What each day of the week shows, from Monday; nights reach over, also from Sunday to Monday. */
export function spansOf({ same, every, days }: WeekHours): Span[][] {
  const spans: Span[][] = days.map(() => [])
  for (let at = 0; at < days.length; at++) {
    const hours = same ? every : days[at]
    if (!hours || !v.is(DayHours, hours)) continue
    const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)]
    if (from === to) continue
    spans[at]?.push({ from: from / 60, to: (to > from ? to : DAY) / 60, isNext: false })
    if (to < from && to > 0) spans[(at + 1) % days.length]?.push({ from: 0, to: to / 60, isNext: true })
  }
  return spans
}

/** Open minutes in a week. */
export const weekMinutes = (week: WeekHours): number =>
  Math.round(spansOf(week).reduce((sum, day) => sum + day.reduce((of, { from, to }) => of + (to - from) * 60, 0), 0))

/** What people type for a time: 8 → 08:00, 830 → 08:30, 18h → 18:00, 9.15 → 09:15. Anything else stays as it is. */
export function completeTime(typed: string): string {
  const found = /^(\d{1,2})\D?(\d{2})?\D?$/.exec(typed.trim()) ?? /^(\d{1,2})(\d{2})$/.exec(typed.trim())
  if (!found) return typed
  const time = `${(found[1] ?? '').padStart(2, '0')}:${found[2] ?? '00'}`
  return v.is(ClockTime, time) ? time : typed
}
