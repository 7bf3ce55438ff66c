/** Opening hours of the three shapes that the products stored, as our week. Pure. */
import type { Reason } from '../contract'
import { readClock, readDay } from './values'

/** The shape of `WeekHours` in `hours/contract.ts`: seven days from Monday. */
type Day = { from: string; to: string }
type Week = { same: boolean; every: Day; days: (Day | null)[] }

export type ReadHours = {
  /** Null if none are set: a week without a single hour is one that nobody filled in. */
  readonly week: Week | null
  /** `lunchBreak`: the first start to the last end is kept, since a day has one span here. */
  readonly lost: readonly Reason[]
  /** Days that are closed; yearly ones have the year in which they were written. */
  readonly holidays: readonly { readonly date: string; readonly name: string; readonly isYearly: boolean }[]
  /** An IANA name. */
  readonly timeZone: string | null
}

const none: ReadHours = { week: null, lost: [], holidays: [], timeZone: null }
const allDay: Day = { from: '00:00', to: '23:59' }

export function readHours(json: string | null): ReadHours {
  if (json === null || json.trim() === '') return none
  const stored = parsed(json)
  if (Array.isArray(stored)) return readDays(stored)
  if (isRecord(stored) && Array.isArray(stored.weeklyRules)) return readRules(stored, stored.weeklyRules)
  if (isRecord(stored) && Object.keys(stored).length === 0) return none
  return { ...none, lost: ['unreadable'] }
}

function parsed(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' ? JSON.parse(value) : value // some forks store JSON in JSON
  } catch {
    return undefined
  }
}

type Stored = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const clockOf = (value: unknown): string | null => (typeof value === 'string' ? readClock(value) : null)

const english = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const portuguese = ['seg', 'ter', 'qua', 'qui', 'sex', 'sab', 'dom']

/** 0 is Monday; -1 for no day. */
function weekdayOf(name: unknown): number {
  if (typeof name !== 'string') return -1
  const start = name.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').slice(0, 3)
  return Math.max(english.indexOf(start), portuguese.indexOf(start))
}

/** The old array of Whaticket, or Izing's, whose days count from Sunday and say whether they are open. */
function readDays(stored: readonly unknown[]): ReadHours {
  const spans: Day[][] = english.map(() => [])
  for (const day of stored.filter(isRecord)) {
    const isIzing = typeof day.day === 'number' || 'hr1' in day
    const at = isIzing ? (Number(day.day) + 6) % 7 : Math.max(weekdayOf(day.weekdayEn), weekdayOf(day.weekday))
    spans[at]?.push(...(isIzing ? spansOfIzing(day) : spansOfDay(day)))
  }
  return { ...none, ...weekOf(spans) }
}

const spanOf = (from: unknown, to: unknown): Day[] => {
  const [start, end] = [clockOf(from), clockOf(to)]
  return start === null || end === null || start === end ? [] : [{ from: start, to: end }]
}

const spansOfDay = (day: Stored): Day[] => {
  const two = [...spanOf(day.startTimeA, day.endTimeA), ...spanOf(day.startTimeB, day.endTimeB)]
  return two.length > 0 ? two : spanOf(day.startTime, day.endTime)
}

function spansOfIzing(day: Stored): Day[] {
  if (day.type === 'C') return []
  if (day.type === 'O') return [allDay]
  return [...spanOf(day.hr1, day.hr2), ...spanOf(day.hr3, day.hr4)]
}

function readRules(stored: Stored, rules: readonly unknown[]): ReadHours {
  const spans: Day[][] = english.map(() => [])
  const closed = new Set<number>()
  for (const rule of rules.filter(isRecord)) {
    const hours = (Array.isArray(rule.hours) ? rule.hours : []).filter(isRecord)
    for (const at of (Array.isArray(rule.days) ? rule.days : []).map(weekdayOf)) {
      // Their first rule without hours closes the day, whatever later ones say.
      if (hours.length === 0) closed.add(at)
      else if (!closed.has(at)) spans[at]?.push(...hours.flatMap(({ from, to }) => spanOf(from, to)))
    }
  }
  const overrides = (Array.isArray(stored.overrides) ? stored.overrides : []).filter(isRecord)
  const week = weekOf(spans)
  const holidays = overrides.flatMap((override) => holidayOf(override) ?? [])
  const lost = holidays.length < overrides.length ? ([...week.lost, 'leftOut'] as const) : week.lost
  return { week: week.week, lost, holidays, timeZone: zoneOf(stored.timezone) }
}

/** A day that is closed. One with other hours has no counterpart. */
function holidayOf(override: Stored): ReadHours['holidays'][number] | null {
  const date = typeof override.date === 'string' ? readDay(override.date) : null
  const isOpen = override.closed !== true && Array.isArray(override.hours) && override.hours.length > 0
  if (date === null || isOpen) return null
  const name = typeof override.label === 'string' ? override.label.trim() : ''
  return { date, name, isYearly: override.repeat === 'yearly' }
}

function zoneOf(name: unknown): string | null {
  if (typeof name !== 'string' || name === '') return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone && name
  } catch {
    return null
  }
}

function weekOf(spans: readonly Day[][]): Pick<ReadHours, 'week' | 'lost'> {
  if (spans.every((day) => day.length === 0)) return { week: null, lost: [] }
  const sorted = spans.map((day) => day.toSorted((a, b) => a.from.localeCompare(b.from)))
  const hasBreak = sorted.some((day) => day.some(({ to }, at) => (day[at + 1]?.from ?? to) > to))
  return { week: { same: false, every: allDay, days: sorted.map(joined) }, lost: hasBreak ? ['lunchBreak'] : [] }
}

/** From the first start to the last end. */
function joined(day: readonly Day[]): Day | null {
  const [first] = day
  const last = day.find((span) => span.to < span.from) ?? day.toSorted((a, b) => a.to.localeCompare(b.to)).at(-1)
  return first && last ? { from: first.from, to: last.to } : null
}
