/** Repetitions in calendar files: rules of the kinds that we know, read and written. Pure. */
import type { Repeat, RepeatKind } from './contract'
import { dayOfOccurrence } from './repeat'

/** As jCal (RFC 7265) holds it: single values or lists. */
export type Rule = Readonly<Record<string, unknown>>

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR']
const WEEK = [...WEEKDAYS, 'SA', 'SU']
const LONGEST_COUNT = 10_000
const known = new Set(['freq', 'interval', 'count', 'until', 'wkst', 'byday', 'bymonthday', 'bymonth', 'bysetpos'])

type Begins = {
  /** In the zone of the file's times. */
  readonly day: string
  /** The company's day is the same. */
  readonly isSameDay: boolean
}

/** The kind of a rule; null if it is none of ours. */
export function kindOf(rule: Rule, { day, isSameDay }: Begins): RepeatKind | null {
  if (Object.keys(rule).some((name) => !known.has(name))) return null
  const { freq, interval = 1 } = rule
  const [days, months] = [listOf(rule.byday).map(String), listOf(rule.bymonth).map(Number)]
  const [year, month, date] = day.split('-').map(Number) as [number, number, number] // a day
  const own = WEEK[(new Date(Date.UTC(year, month - 1, date)).getUTCDay() + 6) % 7]
  const isOwnDate = isSameDay && days.length === 0 && isDate(rule, date)
  const isPlain = listOf(rule.bymonthday).length === 0 && listOf(rule.bysetpos).length === 0
  if ((freq === 'DAILY' || freq === 'WEEKLY') && (!isPlain || months.length > 0)) return null
  if (isSameDay && interval === 1 && (freq === 'DAILY' || freq === 'WEEKLY') && isSet(days, WEEKDAYS)) return 'weekdays'
  switch (freq) {
    case 'DAILY':
      return interval === 1 && days.length === 0 ? 'day' : null
    case 'WEEKLY':
      if (interval === 1 && isSet(days, WEEK)) return 'day'
      if (days.length > 1 || (days.length === 1 && days[0] !== own)) return null
      return interval === 1 ? 'week' : interval === 2 ? 'fortnight' : null
    case 'MONTHLY':
      if (!isOwnDate || months.length > 0) return null
      return interval === 1 ? 'month' : interval === 12 ? 'year' : null
    case 'YEARLY':
      return isOwnDate && interval === 1 && (months.length === 0 || isSet(months, [month])) ? 'year' : null
    default:
      return null
  }
}

/** The day itself, or the last of some days up to it: where the month has none, its last day. */
function isDate({ bymonthday, bysetpos }: Rule, date: number): boolean {
  const [dates, position] = [listOf(bymonthday).map(Number), listOf(bysetpos).map(Number)]
  if (dates.length === 0) return position.length === 0
  if (position.length === 0) return isSet(dates, [date]) || (date === 31 && isSet(dates, [-1]))
  return isSet(position, [-1]) && isSet(dates, shorter(date))
}
/** 28 up to the date. */
const shorter = (date: number): number[] => Array.from({ length: date - 27 }, (_, at) => 28 + at)

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]
const isSet = <T>(given: readonly T[], wanted: readonly T[]): boolean =>
  given.length === wanted.length && wanted.every((one) => given.includes(one))

/** The last day of a rule with a number of times. */
export function lastOfCount(kind: RepeatKind, first: string, count: unknown): string | null {
  const times = Number(count)
  if (!Number.isInteger(times) || times < 1 || times > LONGEST_COUNT) return null
  return dayOfOccurrence(kind, first, times)
}

/** `until` is the last moment at which an occurrence may begin, as the file writes it. */
export function ruleOf({ kind }: Repeat, day: string, until: string | null): Rule {
  const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8, 10))]
  const ends = until === null ? {} : { until }
  const last = { bymonthday: shorter(date), bysetpos: -1 }
  switch (kind) {
    case 'day':
      return { freq: 'DAILY', ...ends }
    case 'weekdays':
      return { freq: 'WEEKLY', byday: WEEKDAYS, ...ends }
    case 'week':
      return { freq: 'WEEKLY', ...ends }
    case 'fortnight':
      return { freq: 'WEEKLY', interval: 2, ...ends }
    case 'month':
      return { freq: 'MONTHLY', ...(date > 28 && last), ...ends }
    case 'year':
      return { freq: 'YEARLY', ...(month === 2 && date === 29 && { bymonth: 2, ...last }), ...ends }
  }
}
