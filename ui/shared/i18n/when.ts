/** Parses days and times as users type them: 27/11, amanhã 9, mon 14:30, em 2 h. Pure. */
import { plain } from '../plain'
import { completeTime } from './clock'
import { addDays } from './zoned'

/** `2026-11-27` and `09:00`; undefined where not given. */
export type When = { readonly day?: string; readonly time?: string }

const TODAY = ['hoje', 'today', 'hoy', 'bugun']
const TOMORROW = ['amanha', 'tomorrow', 'manana', 'yarin']
/** From Monday: prefixes of weekday names in the four languages. */
const WEEKDAYS = [
  ['seg', 'mon', 'lun', 'pazartesi', 'pzt'],
  ['ter', 'tue', 'mar', 'sali', 'sal'],
  ['qua', 'wed', 'mie', 'carsamba', 'car'],
  ['qui', 'thu', 'jue', 'persembe', 'per'],
  ['sex', 'fri', 'vie', 'cuma', 'cum'],
  ['sab', 'sat', 'cumartesi', 'cmt'],
  ['dom', 'sun', 'pazar', 'paz'],
]
/** Some Turkish names are prefixes of others: whole words match first. */
const weekdayOf = (word: string): number => {
  const whole = WEEKDAYS.findIndex((names) => names.includes(word))
  return whole >= 0 || word.length < 3
    ? whole
    : WEEKDAYS.findIndex((names) => names.some((name) => name.length === 3 && word.startsWith(name)))
}
const FILLERS = /\b(as|a|at|om|de|da|das|la|las|los|el|no|na|on|em|en|in|saat|feira|proxima|next)\b/g
const IN_A_WHILE =
  /^(?:(?:em|daqui a|dentro de|in|en) )?(\d{1,3}) ?(h|hr|hora|horas|hour|hours|saat|m|min|minuto|minutos|minutes|dakika)(?: sonra)?$/

/** `now`: the company's wall clock, `2026-11-26T14:30`. Null if not understood. */
export function readWhen(typed: string, now: string): When | null {
  const text = plain(typed).trim().replace(/\s+/g, ' ')
  const exact = /^(\d{4}-\d{2}-\d{2})(?:[t ](\d{2}:\d{2}))?$/.exec(text)
  if (exact?.[1]) return isDay(exact[1]) ? { day: exact[1], ...(exact[2] && { time: exact[2] }) } : null
  const soon = /^(em|daqui a|dentro de|in|en) |sonra$/.test(text) ? IN_A_WHILE.exec(text) : null
  if (soon) return later(now, Number(soon[1]) * (soon[2]?.startsWith('m') || soon[2] === 'dakika' ? 1 : 60))
  const words = text
    .replace(/-feira\b/g, '')
    .replace(FILLERS, ' ')
    .replace(/,/g, ' ')
    .trim()
    .split(/\s+/)
    .filter(Boolean)
  if (words.length === 0 || words.length > 3) return null
  const [first = '', ...rest] = words
  const day = readDayWord(first, now.slice(0, 10))
  const clock = rest
    .join('')
    .replace(/^(\d{1,2})h(\d{2})?(?:oras?)?$/, '$1:$2')
    .replace(/:$/, '')
  if (day === null) return null
  if (clock === '') return { day }
  const time = completeTime(clock)
  return isTime(time) ? { day, time } : null
}

/** A day without a time. */
export const readDay = (typed: string, today: string): string | null => {
  const when = readWhen(typed, `${today}T00:00`)
  return when?.day !== undefined && when.time === undefined ? when.day : null
}

/** Whether the input is complete, so that no more typing is expected. */
export const isWhole = (typed: string): boolean =>
  /^\s*(\d{1,2}[/.]\d{1,2}[/.]\d{4}|\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2})?)\s*$/.test(typed)

function readDayWord(word: string, today: string): string | null {
  if (TODAY.includes(word)) return today
  if (TOMORROW.includes(word)) return addDays(today, 1)
  const weekday = weekdayOf(word)
  if (weekday >= 0) return addDays(today, ((weekday - weekdayIn(today) + 6) % 7) + 1)
  const written = /^(\d{1,2})[/.](\d{1,2})(?:[/.](\d{2}|\d{4}))?$/.exec(word)
  if (!written) return null
  const [, date = '', month = '', year] = written
  const of = (full: string) => `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  if (year !== undefined) return valid(of(year.length === 2 ? `20${year}` : year))
  const here = of(today.slice(0, 4))
  // Without a year: the next such day, unless it has just passed.
  return valid(here < addDays(today, -180) ? of(String(Number(today.slice(0, 4)) + 1)) : here)
}

/** 0 for Monday. */
const weekdayIn = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day
const valid = (day: string): string | null => (isDay(day) ? day : null)
const isTime = (time: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)

function later(now: string, minutes: number): When {
  const at = new Date(Date.parse(`${now}:00Z`) + minutes * 60_000).toISOString()
  return { day: at.slice(0, 10), time: at.slice(11, 16) }
}

/** 27/11/2026 in every language, as the product's users write dates. */
export const writtenDay = (day: string): string => day.split('-').reverse().join('/')

/** The next Monday. */
export const nextMonday = (today: string): string => addDays(today, 7 - weekdayIn(today))

/** The weeks of a month view, starting on Mondays. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const start = addDays(first, -weekdayIn(first))
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => addDays(start, week * 7 + at)),
  )
  return weeks.filter((week) => week.some((day) => day.startsWith(month)))
}

export function monthAfter(month: string, by: number): string {
  const [year = 0, of = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, of - 1 + by, 1)).toISOString().slice(0, 7)
}
