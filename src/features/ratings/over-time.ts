/** Groups answers by day, week or month in the company's time zone. Pure. */
import { getOrMake } from '../../platform/maps'
import type { RatingResults, RatingSpan, SpanUnit } from './contract'

/** 15 minutes: the offset of every time zone is a multiple of it. */
export const QUARTER = 900_000

/** Counts of one quarter of an hour, numbered from 1970. */
export type Quarter = {
  readonly quarter: number
  readonly asked: number
  readonly answered: number
  readonly csat: number
  readonly satisfied: number
  readonly promoters: number
  readonly passives: number
  readonly detractors: number
}

/** Days up to which the unit is a day, then a week; beyond, months. */
const MAX_DAYS = { day: 45, week: 400 }

/** `quarters` must be sorted; duplicates are added up. */
export function overTime(quarters: readonly Quarter[], timeZone: string): RatingResults['times'] {
  const days = new Map<string, Quarter[]>()
  let day = ''
  let ends = 0
  for (const one of quarters) {
    const at = one.quarter * QUARTER
    if (at >= ends) {
      const here = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
      day = here.toPlainDate().toString()
      ends = here.startOfDay().add({ days: 1 }).epochMilliseconds
    }
    getOrMake(days, day, () => []).push(one)
  }
  const first = days.keys().next().value
  if (first === undefined) return { unit: 'day', spans: [] }
  const length = Temporal.PlainDate.from(first).until(day, { largestUnit: 'day' }).days + 1
  const unit: SpanUnit = length <= MAX_DAYS.day ? 'day' : length <= MAX_DAYS.week ? 'week' : 'month'
  const spans = new Map<string, Quarter[]>()
  const last = beginningOf(day, unit)
  for (
    let from = beginningOf(first, unit);
    Temporal.PlainDate.compare(from, last) <= 0;
    from = from.add({ [`${unit}s`]: 1 })
  )
    spans.set(from.toString(), [])
  for (const [day, of] of days) spans.get(beginningOf(day, unit).toString())?.push(...of)
  return { unit, spans: [...spans].map(([from, of]) => summed(from, of)) }
}

/** Weeks begin on Monday. */
function beginningOf(day: string, unit: SpanUnit): Temporal.PlainDate {
  const date = Temporal.PlainDate.from(day)
  if (unit === 'day') return date
  return unit === 'week' ? date.subtract({ days: date.dayOfWeek - 1 }) : date.with({ day: 1 })
}

function summed(from: string, of: readonly Quarter[]): RatingSpan {
  const sum = (name: keyof Quarter) => of.reduce((all, one) => all + one[name], 0)
  return {
    from,
    asked: sum('asked'),
    answered: sum('answered'),
    csat: { answered: sum('csat'), satisfied: sum('satisfied') },
    nps: { promoters: sum('promoters'), passives: sum('passives'), detractors: sum('detractors') },
  }
}
