/** Opening hours of the three shapes that the products stored, as our week. Pure. */
import { readJson } from '../../platform/json'
import { readClock, readDay } from './values'

/** The shape of `WeekHours` in `hours/contract.ts`: seven days from Monday. */
type Day = { from: string; to: string }
type Week = { same: boolean; every: Day; days: (Day | null)[] }

export type ReadHours = {
  /** Null if none are set: a week without a single hour is one that nobody filled in. */
  readonly week: Week | null
  /** Days whose break is lost, since a day has one span here: from the first start to the last end. */
  readonly breaks: number
  /** Days that are closed. `isYearly`: on this day of each year. */
  readonly closed: readonly { readonly day: string; readonly isYearly: boolean; readonly name: string }[]
  /** Days with hours of their own, which ours have not. */
  readonly oddDays: number
  /** An IANA name. */
  readonly timeZone: string | null
}

const none: ReadHours = { week: null, breaks: 0, closed: [], oddDays: 0, timeZone: null }
const allDay: Day = { from: '00:00', to: '23:59' }

export function readHours(json: string | null): ReadHours {
  const stored = json === null ? undefined : parsed(json)
  if (Array.isArray(stored)) return readDays(stored)
  return isRecord(stored) && Array.isArray(stored.weeklyRules) ? readRules(stored, stored.weeklyRules) : none
}

function parsed(json: string): unknown {
  const value = readJson(json)
  return typeof value === 'string' ? readJson(value) : value // some forks store JSON in JSON
}

type JsonRecord = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is JsonRecord =>
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
  const days = stored.filter(isRecord)
  const isIzing = days.some((day) => 'hr1' in day)
  // A day that Izing does not know is open.
  const missing = isIzing ? english.map((_day, at) => !days.some((day) => (Number(day.day) + 6) % 7 === at)) : []
  const spans: Day[][] = english.map((_day, at) => (missing[at] ? [allDay] : []))
  for (const day of days) {
    const at = isIzing ? (Number(day.day) + 6) % 7 : Math.max(weekdayOf(day.weekdayEn), weekdayOf(day.weekday))
    spans[at]?.push(...(isIzing ? spansOfIzing(day) : spansOfDay(day)))
  }
  return { ...none, ...weekOf(spans) }
}

const spanOf = (from: unknown, to: unknown): Day[] => {
  const [start, end] = [clockOf(from), clockOf(to)]
  return start === null || end === null || start === end ? [] : [{ from: start, to: end }]
}

/** Without a start a day begins at midnight; without an end it is closed. */
const spansOfDay = (day: JsonRecord): Day[] => {
  const startOf = (start: unknown) => (start === '' ? '00:00' : start)
  const two = [...spanOf(startOf(day.startTimeA), day.endTimeA), ...spanOf(startOf(day.startTimeB), day.endTimeB)]
  return two.length > 0 ? two : spanOf(day.startTime, day.endTime)
}

function spansOfIzing(day: JsonRecord): Day[] {
  if (day.type === 'C') return []
  if (day.type === 'O') return [allDay]
  return [...spanOf(day.hr1, day.hr2), ...spanOf(day.hr3, day.hr4)]
}

function readRules(stored: JsonRecord, rules: readonly unknown[]): ReadHours {
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
  const closedDays = overrides.flatMap((override) => closedDayOf(override) ?? [])
  return {
    ...weekOf(spans),
    closed: closedDays,
    oddDays: overrides.length - closedDays.length,
    timeZone: zoneOf(stored.timezone),
  }
}

/** A day that is closed. One with other hours has no counterpart. */
function closedDayOf(override: JsonRecord): ReadHours['closed'][number] | null {
  const day = typeof override.date === 'string' ? readDay(override.date) : null
  const isOpen = override.closed !== true && Array.isArray(override.hours) && override.hours.length > 0
  if (day === null || isOpen) return null
  const name = typeof override.label === 'string' ? override.label.trim() : ''
  return { day, isYearly: override.repeat === 'yearly', name }
}

function zoneOf(name: unknown): string | null {
  if (typeof name !== 'string' || name === '') return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone && name
  } catch {
    return null
  }
}

function weekOf(spans: readonly Day[][]): Pick<ReadHours, 'week' | 'breaks'> {
  if (spans.every((day) => day.length === 0)) return { week: null, breaks: 0 }
  const sorted = spans.map((day) => day.toSorted((a, b) => a.from.localeCompare(b.from)))
  return { week: { same: false, every: allDay, days: sorted.map(joined) }, breaks: sorted.filter(hasBreak).length }
}

/** Spans that touch, such as until 12:00 and from 12:01, have no break. */
const hasBreak = (day: readonly Day[]): boolean =>
  day.some(({ to }, at) => minutesOf(day[at + 1]?.from ?? to) - minutesOf(to) > 1)
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** From the first start to the last end. */
function joined(day: readonly Day[]): Day | null {
  const [first] = day
  const last = day.find((span) => span.to < span.from) ?? day.toSorted((a, b) => a.to.localeCompare(b.to)).at(-1)
  return first && last ? { from: first.from, to: last.to } : null
}
