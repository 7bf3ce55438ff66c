/** Weekly opening hours, shared by server and screens. Pure. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'
import { Id, list, Name, text } from '../platform/formats'

/** 24-hour time such as 08:00. */
export const ClockTime = v.pipe(text(5, 'form.invalid'), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'form.invalid'))

/** An end before the start is on the next day; 23:59 means the end of the day; equal times mean closed. */
export const DayHours = v.object({ from: ClockTime, to: ClockTime })
export type DayHours = v.InferOutput<typeof DayHours>

/** Seven days from Monday, null if closed. While `same`, `every` applies to all days. */
export const WeekHours = v.object({
  same: v.boolean(),
  every: DayHours,
  days: v.pipe(list(v.nullable(DayHours), { least: 7, most: 7 })),
})
export type WeekHours = v.InferOutput<typeof WeekHours>

/** The specification's default: Monday to Friday 8 to 18, Saturday until noon, Sunday closed. */
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

/** Hours of one day (0 is Monday); null if closed. */
export function hoursOn({ same, every, days }: WeekHours, weekday: number): DayHours | null {
  const hours = same ? every : (days[weekday] ?? null)
  return hours && v.is(DayHours, hours) && hours.from !== hours.to ? hours : null
}

/** Part of a day in hours from 0 to 24. `isNext`: it began the day before. */
export type Span = { readonly from: number; readonly to: number; readonly isNext: boolean }

/** Open parts of each day from Monday. A night continues on the next day, also from Sunday to Monday. */
export function spansOf(week: WeekHours): Span[][] {
  const spans: Span[][] = week.days.map(() => [])
  for (let at = 0; at < spans.length; at++) {
    const hours = hoursOn(week, at)
    if (!hours) continue
    const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)]
    spans[at]?.push({ from: from / 60, to: (to > from ? to : DAY) / 60, isNext: false })
    if (to < from && to > 0) spans[(at + 1) % spans.length]?.push({ from: 0, to: to / 60, isNext: true })
  }
  return spans
}

/** Open minutes in a week. */
export const weekMinutes = (week: WeekHours): number =>
  Math.round(spansOf(week).reduce((sum, day) => sum + day.reduce((of, { from, to }) => of + (to - from) * 60, 0), 0))

/** A week on the wire: seven days from Monday; equal times mean closed. */
export const Schedules = list(
  v.object({ weekday: text(30), weekdayEn: text(10), startTime: ClockTime, endTime: ClockTime }),
  { most: 7 },
)
export type Schedules = v.InferOutput<typeof Schedules>

const weekdays = [
  ['Segunda-feira', 'monday'],
  ['Terça-feira', 'tuesday'],
  ['Quarta-feira', 'wednesday'],
  ['Quinta-feira', 'thursday'],
  ['Sexta-feira', 'friday'],
  ['Sábado', 'saturday'],
  ['Domingo', 'sunday'],
] as const

/** Lists the days individually; `every` keeps its value, so that switching back restores it. */
export const schedulesOf = (week: WeekHours): Schedules =>
  weekdays.map(([weekday, weekdayEn], at) => {
    const hours = hoursOn(week, at)
    return { weekday, weekdayEn, startTime: hours?.from ?? '00:00', endTime: hours?.to ?? '00:00' }
  })

/** Short form for the audit log, without closed days: "monday 08:00-18:00, …". */
export const hoursWords = (schedules: Schedules): string =>
  schedules
    .filter(({ startTime, endTime }) => startTime !== endTime)
    .map(({ weekdayEn, startTime, endTime }) => `${weekdayEn} ${startTime}-${endTime}`)
    .join(', ')

/** Reads days by `weekdayEn`; missing days are closed. */
export function weekOf(schedules: Schedules): WeekHours {
  const days = weekdays.map(([, english]) => {
    const day = schedules.find(({ weekdayEn }) => weekdayEn.toLowerCase() === english)
    return day && day.startTime !== day.endTime ? { from: day.startTime, to: day.endTime } : null
  })
  return { same: false, every: usualWeek.every, days }
}

/** Body and response of `PUT /companies/{id}/schedules`. */
export const CompanyHours = v.object({ schedules: Schedules })
export const hoursUpdated = defineEvent('schedules.update', CompanyHours)

const isRealDay = (day: string) => new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day
/** A calendar day such as 2026-12-25. */
export const CalendarDay = v.pipe(
  text(10, 'form.invalid'),
  v.regex(/^20\d\d-\d\d-\d\d$/, 'form.invalid'),
  v.check(isRealDay, 'form.invalid'),
)

/** A holiday; `queueId` null applies to the whole company. */
export const Holiday = v.object({ id: Id, date: v.string(), name: v.string(), queueId: v.nullable(Id) })
export type Holiday = v.InferOutput<typeof Holiday>
export const CreateHoliday = v.object({ date: CalendarDay, name: Name, queueId: v.optional(v.nullable(Id), null) })
export type CreateHoliday = v.InferOutput<typeof CreateHoliday>
export const UpdateHoliday = v.partial(v.object({ ...CreateHoliday.entries, queueId: v.nullable(Id) }))
export type UpdateHoliday = v.InferOutput<typeof UpdateHoliday>

/** A national holiday of Brazil; many companies do not observe the optional ones. */
export const NationalHoliday = v.object({ date: v.string(), name: v.string(), isOptional: v.boolean() })
export type NationalHoliday = v.InferOutput<typeof NationalHoliday>

export const holidayUpdated = defineEvent('holiday.update', v.object({ holiday: Holiday }))
export const holidayDeleted = defineEvent('holiday.delete', v.object({ holidayId: Id }))
