/** Formats numbers, times and phone numbers in the chosen language and the company's time zone. */
import { type Language, locales } from './languages'
import { formatPhone } from './phone'
import type { Text } from './translate'

type Moment = string | number | Date

export type Format = {
  number(value: number): string
  /** 14:32 */
  time(at: Moment): string
  /** 14:32:07,412 */
  exactTime(at: Moment): string
  /** 19/11/2026 */
  date(at: Moment): string
  /** 19/11/2026 14:32 */
  dateTime(at: Moment): string
  /** 19/11/26 14:32, where space is short. */
  shortDateTime(at: Moment): string
  /** 19/11/2026 for a calendar day such as 2026-11-19, which has no zone. */
  day(day: string): string
  /** Monday (0) to Sunday (6), capitalised as the start of a line. */
  weekday(at: number): string
  /** R$ 49,90 for 4990 cents. */
  money(cents: number): string
  /** 37% of 0.37 */
  share(part: number): string
  /** 38 h · 7 h 30 min */
  hours(minutes: number): string
  /** A duration: 48 s · 4 min 12 s · 18 min · 2 h 5 min */
  span(seconds: number): string
  /** Whether both are on the same calendar day in the company's zone; decides between time and date. */
  isSameDay(a: Moment, b: Moment): boolean
  /** agora · há 26 min · há 5 h · 12/11/26 08:15 */
  ago(at: Moment, now: number): string
  /** 12 kB · 3,4 MB */
  size(bytes: number): string
  /** 0:42 · 1:02:07 */
  duration(seconds: number): string
  phone(digits: string): string
}

export function formatOf(language: Language, timeZone: string | undefined, t: Text): Format {
  const locale = locales[language]
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { hourCycle: 'h23', ...(timeZone ? { timeZone } : {}), ...options })
  const time = dates({ hour: '2-digit', minute: '2-digit' })
  const exact = dates({ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })
  const date = dates({ day: '2-digit', month: '2-digit', year: 'numeric' })
  const shortDate = dates({ day: '2-digit', month: '2-digit', year: '2-digit' })
  const number = new Intl.NumberFormat(locale)
  const calendarDay = new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL', currencyDisplay: 'narrowSymbol' })
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const shortDateTime = (at: Moment) => `${shortDate.format(new Date(at))} ${time.format(new Date(at))}`

  return {
    number: (value) => number.format(value),
    time: (at) => time.format(new Date(at)),
    exactTime: (at) => exact.format(new Date(at)),
    date: (at) => date.format(new Date(at)),
    dateTime: (at) => `${date.format(new Date(at))} ${time.format(new Date(at))}`,
    shortDateTime,
    day: (day) => calendarDay.format(new Date(`${day}T00:00:00Z`)),
    // The first day of 2024 was a Monday.
    weekday: (at) => capitalized(weekday.format(new Date(Date.UTC(2024, 0, 1 + at))), locale),
    money: (cents) => money.format(cents / 100),
    share: (part) => share.format(part),
    hours: (minutes) => formatHours(minutes, locale),
    span: (seconds) => formatSpan(Math.round(seconds), locale),
    isSameDay: (a, b) => date.format(new Date(a)) === date.format(new Date(b)),
    ago: (at, now) => {
      const minutes = Math.floor((now - new Date(at).getTime()) / 60_000)
      if (minutes < 1) return t('common.now')
      if (minutes < 60) return t('common.minutesAgo', { count: minutes })
      if (minutes < 24 * 60) return t('common.hoursAgo', { count: Math.floor(minutes / 60) })
      return shortDateTime(at)
    },
    size: (bytes) => formatSize(bytes, locale),
    duration: formatDuration,
    phone: formatPhone,
  }
}

const MEBIBYTE = 2 ** 20

export function formatSize(bytes: number, locale: string): string {
  // Limits are whole numbers of these: 5 MB, not 5.2 MB.
  if (bytes >= MEBIBYTE && bytes % MEBIBYTE === 0) bytes = (bytes / MEBIBYTE) * 1e6
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const power = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  const digits = power > 1 && value < 100 ? 1 : 0
  const unit = units[power] ?? 'byte'
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  }).format(value)
}

const capitalized = (word: string, locale: string) => word.charAt(0).toLocaleUpperCase(locale) + word.slice(1)

function formatHours(minutes: number, locale: string): string {
  const unit = (value: number, name: 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [whole > 0 || rest === 0 ? unit(whole, 'hour') : '', rest > 0 ? unit(rest, 'minute') : '']
    .filter(Boolean)
    .join(' ')
}

/** Seconds matter below ten minutes, minutes below a day. */
function formatSpan(seconds: number, locale: string): string {
  const minutes = Math.round(seconds / 60)
  if (seconds >= 600) return formatHours(minutes >= 24 * 60 ? Math.round(minutes / 60) * 60 : minutes, locale)
  const unit = (value: number, name: 'second' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
  const [whole, rest] = [Math.floor(seconds / 60), seconds % 60]
  return [whole > 0 ? unit(whole, 'minute') : '', rest > 0 || whole === 0 ? unit(rest, 'second') : '']
    .filter(Boolean)
    .join(' ')
}

export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
