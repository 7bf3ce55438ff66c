/** Reads the opening hours of other products, of which each has its own shape. Pure. */
import * as v from 'valibot'
import { CalendarDay, ClockTime, type DayHours, usualWeek, type WeekHours } from './contract'

export type MovedWeek = {
  readonly week: WeekHours
  /** Days whose break is lost: ours have one span. */
  readonly breaks: number
  /** Days that are closed. `isYearly`: on this day of each year. */
  readonly closed: readonly { readonly day: string; readonly isYearly: boolean; readonly name: string }[]
  /** Days with hours of their own, which ours have not. */
  readonly oddDays: number
}

const english = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Null: no hours, or none that can be read. */
export function readMovedWeek(json: string | null): MovedWeek | null {
  const found = parsed(json)
  const rules = v.safeParse(Rules, found)
  if (rules.success) return weekOfRules(rules.output)
  const days = v.safeParse(v.array(Day), found)
  return days.success && days.output.length > 0 ? weekOfDays(days.output) : null
}

function parsed(json: string | null): unknown {
  try {
    const found: unknown = JSON.parse(json ?? 'null')
    return typeof found === 'string' ? JSON.parse(found) : found // stored as JSON in JSON by some forks
  } catch {
    return null
  }
}

const Time = v.fallback(v.nullable(v.string()), null)
const Span = v.object({ from: Time, to: Time })
const Spans = v.fallback(v.array(Span), [])
/** Ticketz since 2026. */
const Rules = v.object({
  weeklyRules: v.array(v.object({ days: v.array(v.string()), hours: Spans })),
  overrides: v.fallback(
    v.array(
      v.object({
        date: v.string(),
        repeat: v.optional(v.unknown()),
        closed: v.fallback(v.optional(v.boolean()), false),
        hours: v.optional(Spans),
        label: v.fallback(v.optional(v.string()), ''),
      }),
    ),
    [],
  ),
})
/** An array of seven days: `weekdayEn` of Ticketz and the SaaS forks, `day` and `type` of Izing. */
const Day = v.object({
  weekdayEn: v.optional(v.nullable(v.string())),
  day: v.optional(v.nullable(v.union([v.number(), v.string()]))),
  type: v.optional(v.nullable(v.string())),
  startTime: v.optional(Time),
  endTime: v.optional(Time),
  startTimeA: v.optional(Time),
  endTimeA: v.optional(Time),
  startTimeB: v.optional(Time),
  endTimeB: v.optional(Time),
  hr1: v.optional(Time),
  hr2: v.optional(Time),
  hr3: v.optional(Time),
  hr4: v.optional(Time),
})

function weekOfRules({ weeklyRules, overrides }: v.InferOutput<typeof Rules>): MovedWeek {
  const spans = english.map((day) =>
    weeklyRules
      .filter(({ days }) => days.some((one) => day.startsWith(one.trim().toLowerCase().slice(0, 3))))
      .flatMap(({ hours }) => hours.flatMap(({ from, to }) => spanOf(from, to))),
  )
  const isClosed = ({ closed, hours }: (typeof overrides)[number]) => closed === true || (hours ?? []).length === 0
  return {
    ...joined(spans),
    closed: overrides
      .filter((one) => isClosed(one) && v.is(CalendarDay, one.date.slice(0, 10)))
      .map(({ date, repeat, label }) => ({
        day: date.slice(0, 10),
        isYearly: repeat === 'yearly',
        name: label?.trim() ?? '',
      })),
    oddDays: overrides.filter((one) => !isClosed(one)).length,
  }
}

function weekOfDays(days: readonly v.InferOutput<typeof Day>[]): MovedWeek {
  const spans = english.map((name, at) => {
    // Izing counts from Sunday.
    const day = days.find((one) =>
      one.weekdayEn ? one.weekdayEn.trim().toLowerCase() === name : one.day != null && Number(one.day) === (at + 1) % 7,
    )
    if (!day || day.type === 'C') return []
    if (day.type === 'O') return [{ from: '00:00', to: '23:59' }]
    return [
      ...spanOf(day.startTime, day.endTime),
      ...spanOf(day.startTimeA, day.endTimeA),
      ...spanOf(day.startTimeB, day.endTimeB),
      ...spanOf(day.hr1, day.hr2),
      ...spanOf(day.hr3, day.hr4),
    ]
  })
  return { ...joined(spans), closed: [], oddDays: 0 }
}

/** `8:00` and `08:00:00` are meant as 08:00. */
function spanOf(from: string | null | undefined, to: string | null | undefined): DayHours[] {
  const clock = (time: string | null | undefined) => /^\d{1,2}:\d{2}/.exec(time?.trim() ?? '')?.[0].padStart(5, '0')
  const span = { from: clock(from), to: clock(to)?.replace('24:00', '23:59') }
  return v.is(ClockTime, span.from) && v.is(ClockTime, span.to) && span.from !== span.to
    ? [{ from: span.from, to: span.to }]
    : []
}

/** From the first start to the last end. Spans that touch, such as until 12:00 and from 12:01, have no break. */
function joined(spans: readonly (readonly DayHours[])[]): Pick<MovedWeek, 'week' | 'breaks'> {
  let breaks = 0
  const days = spans.map((all) => {
    const sorted = all.toSorted((a, b) => a.from.localeCompare(b.from))
    const [first] = sorted
    if (!first) return null
    const last = sorted.at(-1) ?? first
    if (sorted.slice(1).some(({ from }, at) => minutesOf(from) - minutesOf(sorted[at]?.to ?? from) > 1)) breaks += 1
    return { from: first.from, to: last.to }
  })
  return { week: { same: false, every: usualWeek.every, days }, breaks }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
