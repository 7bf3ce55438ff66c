/**
 * The days on which events take place. A repeated event is stored once, and expanded by the server and the screens. It
 * keeps its wall clock times across clock changes. Days are `2026-11-19`, wall clock times `2026-11-19T14:30`. Pure.
 */

import type { Repeat, RepeatKind } from './contract'

export type Series = {
  readonly start: number
  readonly end: number
  /** Null: it takes place once. */
  readonly repeat: Repeat | null
  /** Days on which it does not take place. */
  readonly skipped: readonly string[]
}

/** Instants as wall clock times of a time zone, and the reverse; a time that a clock change skips moves forward. */
export type Zone = { localOf(at: number): string; instantOf(local: string): number }

export type Occurrence = { readonly day: string; readonly start: number; readonly end: number }
type Period = { readonly from: number; readonly to: number }

/** Of one series within one period. */
const MOST_OCCURRENCES = 1_000

/** The occurrences that overlap the period, in order. */
export function occurrencesIn(series: Series, zone: Zone, { from, to }: Period): Occurrence[] {
  const found: Occurrence[] = []
  // A day earlier, because a day may have 25 hours.
  const first = addDays(zone.localOf(from - (series.end - series.start)).slice(0, 10), -1)
  for (const one of occurrencesFrom(series, zone, first)) {
    if (one.start >= to || found.length === MOST_OCCURRENCES) break
    if (one.end > from) found.push(one)
  }
  return found
}

/** The first occurrence that begins after the instant. */
export function nextOccurrence(series: Series, zone: Zone, after: number): Occurrence | undefined {
  for (const one of occurrencesFrom(series, zone, addDays(zone.localOf(after).slice(0, 10), -1)))
    if (one.start > after) return one
  return undefined
}

/** The day of the occurrence with this number, counted from 1, in a repetition that begins on `first`. */
export function dayOfOccurrence(kind: RepeatKind, first: string, number: number): string {
  let count = 0
  for (const day of daysFrom(kind, numberOf(first), ''))
    if (++count >= number || day > LAST_DAY) return dayOf(Math.min(day, LAST_DAY))
  return first
}

/**
 * Where marks on days of a repetition belong after its first day moved: a day on which it still takes place keeps its
 * mark, and that of another day moves with its occurrence.
 */
export function movedDays(days: readonly string[], kind: RepeatKind, first: string, nextFirst: string): string[] {
  // These take place on the same days as before.
  if (first === nextFirst || kind === 'day' || kind === 'weekdays') return [...days]
  const marked = new Set(days)
  const last = days.toSorted().at(-1) ?? ''
  const isOn = (day: string) => daysFrom(kind, numberOf(nextFirst), day).next().value === numberOf(day)
  const next = daysFrom(kind, numberOf(nextFirst), '')
  const moved = new Set<string>()
  for (const number of daysFrom(kind, numberOf(first), '')) {
    const [day, place] = [dayOf(number), next.next().value]
    if (day > last || place > LAST_DAY) break
    if (marked.has(day)) moved.add(isOn(day) ? day : dayOf(place))
  }
  return [...moved].sort()
}

/** The first day on or after `day` on which such an event takes place: one on weekdays does not begin on a weekend. */
export function firstDay(day: string, kind: RepeatKind | undefined): string {
  let shown = numberOf(day)
  while (kind === 'weekdays' && isWeekend(shown)) shown++
  return dayOf(shown)
}

/** The occurrences that begin on `day` or later. */
function* occurrencesFrom(series: Series, zone: Zone, day: string): Generator<Occurrence> {
  const { start, end, repeat, skipped } = series
  const [begins, ends] = [zone.localOf(start), zone.localOf(end)]
  const firstDay = begins.slice(0, 10)
  if (!repeat) {
    if (firstDay >= day) yield { day: firstDay, start, end }
    return
  }
  const [startTime, endTime] = [begins.slice(10), ends.slice(10)]
  const length = numberOf(ends) - numberOf(begins)
  const seconds = start % MINUTE
  const without = new Set(skipped)
  for (const number of daysFrom(repeat.kind, numberOf(begins), day)) {
    const day = dayOf(number)
    if (number > LAST_DAY || (repeat.until !== null && day > repeat.until)) return
    if (without.has(day)) continue
    if (day === firstDay) {
      yield { day, start, end }
      continue
    }
    const at = zone.instantOf(day + startTime) + seconds
    const until = zone.instantOf(dayOf(number + length) + endTime) + (end % MINUTE)
    // A clock change may leave nothing between its times.
    yield { day, start: at, end: until > at ? until : at + end - start }
  }
}

/** The numbers of the days of a repetition that begins on `first`, from `day` on, without end. */
function* daysFrom(kind: RepeatKind, first: number, day: string): Generator<number> {
  const from = day === '' ? first : Math.max(first, numberOf(day))
  if (kind === 'weekdays') {
    for (let number = from; ; number++) if (!isWeekend(number)) yield number
  }
  if (kind === 'month' || kind === 'year') {
    const step = kind === 'month' ? 1 : 12
    const begins = new Date(first * DAY)
    const months = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()
    const passed = months(new Date(from * DAY)) - months(begins)
    for (let count = Math.floor(passed / step); ; count++) {
      const number = inMonth(months(begins) + count * step, begins.getUTCDate())
      if (number >= from) yield number
    }
  }
  const step = kind === 'day' ? 1 : kind === 'week' ? 7 : 14
  for (let number = first + Math.ceil((from - first) / step) * step; ; number += step) yield number
}

/** This day of the month, or the month's last one. */
function inMonth(months: number, date: number): number {
  const [year, month] = [Math.floor(months / 12), months % 12]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date, last)) / DAY
}

const [MINUTE, DAY] = [60_000, 86_400_000]
/** Of the year 9999. */
const LAST_DAY = Date.UTC(9999, 11, 30) / DAY

const numberOf = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / DAY
const dayOf = (number: number): string => new Date(number * DAY).toISOString().slice(0, 10)
const addDays = (day: string, days: number): string => dayOf(numberOf(day) + days)
/** The first day of the epoch was a Thursday. */
const isWeekend = (number: number): boolean => {
  const weekday = (((number + 4) % 7) + 7) % 7
  return weekday === 0 || weekday === 6
}
