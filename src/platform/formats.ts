/** Wire formats shared by server and browser. */
import * as v from 'valibot'

/**
 * A text of at most `most` characters. Length must be checked before any pattern or transformation: on a megabyte even
 * a harmless pattern blocks the event loop.
 */
export const text = (most: number, hint = 'form.text.long') => v.pipe(v.string(), v.maxLength(most, hint))

/**
 * A list of `least` to `most` items. Length is checked first, or thousands of invalid items would each be validated and
 * reported.
 */
export const list = <const Item extends v.GenericSchema>(item: Item, { least = 0, most }: ListBounds) =>
  v.pipe(
    v.custom<v.InferInput<Item>[]>(Array.isArray, 'form.invalid'),
    v.minLength(least, 'form.required'),
    v.maxLength(most, 'form.list.long'),
    v.array(item),
  )
type ListBounds = { readonly least?: number; readonly most: number }

/** A whole number from 1 to `most`. */
export const numberTo = (most: number) =>
  v.pipe(
    v.number('form.invalid'),
    v.integer('form.invalid'),
    v.minValue(1, 'form.invalid'),
    v.maxValue(most, 'form.invalid'),
  )

/** An instant: ISO 8601 in UTC with `Z`; stored as epoch milliseconds. */
export const Instant = v.pipe(text(40, 'form.invalid'), v.isoTimestamp())

/** Where a file lies on the web. A file in place of its address, as a data: URL or in base64, is sent as a form. */
export const FileAddress = v.pipe(
  text(2048, 'form.fileAsForm'),
  v.trim(),
  v.check((typed) => URL.canParse(typed) && !/^data:/i.test(typed), 'form.fileAsForm'),
)

/** Years that people plan for. Later ones are typed by mistake, or to break a list. */
export const isPlannable = (typed: string): boolean => typed >= '1970' && typed < '2200'
/** Ranges of days that are relative to today. `week` is the last seven days, `lastWeek` from Monday to Sunday. */
export const rangeNames = ['today', 'yesterday', 'week', 'lastWeek', 'month', 'lastMonth'] as const
export type RangeName = (typeof rangeNames)[number]
/** An instant, or a day, that somebody plans. */
export const plannable = v.check(isPlannable, 'form.invalid')
export const PlannedInstant = v.pipe(Instant, plannable)
export const Id = v.pipe(v.number(), v.integer(), v.minValue(1))
/** "Zalgo" text: more combining marks on one letter than any script uses. It covers neighbouring lines. */
const STACKED_ACCENTS = /(\p{M}{8})\p{M}+/gu
export const withoutStackedAccents = (text: string): string => text.replace(STACKED_ACCENTS, '$1')
/** Texts sent automatically to contacts, such as a greeting; empty sends nothing. */
export const AUTOMATIC_TEXT_LENGTH = 1000
export const AutomaticText = text(AUTOMATIC_TEXT_LENGTH)
/** A name of a person or thing: 2 to 50 characters, trimmed, on one line and without control characters. */
export const Name = v.pipe(
  text(200, 'form.name.long'),
  v.trim(),
  v.minLength(1, 'form.required'),
  v.minLength(2, 'form.name.short'),
  v.maxLength(50, 'form.name.long'),
  v.regex(/^\P{Cc}*$/u, 'form.invalid'),
)
export const Email = v.pipe(
  text(250, 'form.email.invalid'),
  v.trim(),
  v.toLowerCase(),
  v.minLength(1, 'form.required'),
  v.maxLength(120, 'form.email.invalid'),
  v.email('form.email.invalid'),
)
/** What a password needs; screens list these, and mark those that are met. */
export const passwordRules = {
  length: (password: string) => password.length >= 8,
  cases: (password: string) => /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password),
  digit: (password: string) => /\d/.test(password),
} as const
/** A password that somebody chooses. Signing in accepts older ones too. */
export const Password = v.pipe(
  text(50, 'form.password.long'),
  v.minLength(1, 'form.password.required'),
  v.check((password) => Object.values(passwordRules).every((isMet) => isMet(password)), 'form.password.weak'),
)
/** A colour a person picked, as #rgb or #rrggbb. */
export const Color = v.pipe(
  text(7, 'form.color.invalid'),
  v.regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'form.color.invalid'),
)

const DAY = 86_400_000

/** ISO 8601 like `Date.toISOString`, in half the time: lists are full of instants, mostly of the same few days. */
export function instant(ms: number): string {
  const { day, hour, minute, second, millisecond } = partsOf(ms)
  return `${dates.get(day) ?? dateOf(day)}${minutes[hour * 60 + minute] ?? ''}${seconds[second] ?? ''}${milliseconds[millisecond] ?? ''}`
}

/** Like `instant`, but writes ASCII directly into `bytes`. Returns the end position. */
export function writeInstant(bytes: Uint8Array, start: number, ms: number): number {
  const { day, hour, minute, second, millisecond } = partsOf(ms)
  const date = datesInBytes.get(day) ?? dateInBytes(day)
  for (let n = 0; n < date.length; n++) bytes[start + n] = date[n] ?? 0
  const at = start + date.length
  writeTwo(bytes, at, hour)
  bytes[at + 2] = COLON
  writeTwo(bytes, at + 3, minute)
  bytes[at + 5] = COLON
  writeTwo(bytes, at + 6, second)
  bytes[at + 8] = POINT
  const hundredth = (millisecond / 10) | 0
  writeTwo(bytes, at + 9, hundredth)
  bytes[at + 11] = ZERO + millisecond - hundredth * 10
  bytes[at + 12] = Z
  return at + '00:00:00.000Z'.length
}

function writeTwo(bytes: Uint8Array, at: number, n: number) {
  const tens = (n / 10) | 0
  bytes[at] = ZERO + tens
  bytes[at + 1] = ZERO + n - tens * 10
}
const codeOf = (sign: string): number => sign.charCodeAt(0)
const [ZERO, COLON, POINT, Z] = [codeOf('0'), codeOf(':'), codeOf('.'), codeOf('Z')]

function partsOf(ms: number) {
  const day = Math.floor(ms / DAY)
  const rest = (ms - day * DAY) | 0
  const inSeconds = (rest / 1000) | 0
  const inMinutes = (inSeconds / 60) | 0
  const hour = (inMinutes / 60) | 0
  return {
    day,
    hour,
    minute: inMinutes - hour * 60,
    second: inSeconds - inMinutes * 60,
    millisecond: rest - inSeconds * 1000,
  }
}

function dateOf(day: number): string {
  if (dates.size >= MOST_DATES) dates.clear()
  const date = new Date(withinCalendar(day * DAY)).toISOString().slice(0, -'00:00:00.000Z'.length)
  dates.set(day, date)
  return date
}

function dateInBytes(day: number): Uint8Array {
  if (datesInBytes.size >= MOST_DATES) datesInBytes.clear()
  const date = Uint8Array.from(dateOf(day), codeOf)
  datesInBytes.set(day, date)
  return date
}
/**
 * The nearest instant with a four-digit year, as the wire requires: one stored instant out of range must not break a
 * whole list.
 */
export const withinCalendar = (ms: number): number => Math.min(Math.max(ms, YEAR_0), YEAR_9999)
const [YEAR_0, YEAR_9999] = [Date.parse('0000-01-02T00:00:00Z'), Date.UTC(9999, 11, 31)]
const dates = new Map<number, string>()
const datesInBytes = new Map<number, Uint8Array>()
const MOST_DATES = 1000

const padded = (length: number, n: number) => String(n).padStart(length, '0')
const minutes = Array.from({ length: 24 * 60 }, (_, m) => `${padded(2, Math.floor(m / 60))}:${padded(2, m % 60)}:`)
const seconds = Array.from({ length: 60 }, (_, s) => `${padded(2, s)}.`)
const milliseconds = Array.from({ length: 1000 }, (_, ms) => `${padded(3, ms)}Z`)

export const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instant(ms))
