/**
 * Variables in texts to a contact: `{{firstName}}`, `{{name}}`, `{{ms}}`, `{{protocol}}`, `{{date}}`, `{{hour}}`. The
 * server fills them in when it posts a message; screens do so in previews. Pure.
 */

/** The context of a text: contact, ticket, time, time zone, and the company's language with its greetings. */
export type Occasion = {
  readonly contact: { readonly name: string; readonly isGroup: boolean }
  readonly ticket: { readonly id: number; readonly createdAt: number }
  readonly now: number
  readonly timeZone: string
  /** One of our languages. */
  readonly language: string
  readonly greetings: Greetings
}
type Greetings = Readonly<Record<'goodMorning' | 'goodAfternoon' | 'goodEvening', string>>

/** The variables offered to people who write such a text. */
export const variableNames = ['firstName', 'name', 'ms', 'protocol', 'date', 'hour'] as const
export type VariableName = (typeof variableNames)[number]

export type Values = Readonly<Record<string, string>>

export function variableValues(occasion: Occasion): Readonly<Record<VariableName, string>> {
  const { contact, ticket, now, timeZone, language, greetings } = occasion
  const clock = clockOf(timeZone, language)
  const hour = clock.hour.format(now)
  const name = spokenName(contact.name)
  return {
    name,
    firstName: contact.isGroup ? name : firstWord(name),
    ms: greetings[greetingAt(Number(hour.slice(0, 2)))],
    protocol: codeOf(ticket, timeZone),
    date: clock.date.format(now),
    hour,
  }
}

type OpenTicket = { readonly id: number; readonly createdAt: number }

const HOUR = 3_600_000
/** Two years of hours. */
const MOST_KEPT = 17_600
/** `days` holds the hours that lie within one day; `latest` keeps equal days as one string. */
type Opening = { readonly days: Map<number, string>; latest: string; readonly format: Intl.DateTimeFormat }
const openings = new Map<string, Opening>()

/**
 * A ticket's protocol number: the day it was opened, in the company's time zone, and its own number, so that it never
 * changes. Its digits sort in the order of opening.
 */
export const codeOf = ({ id, createdAt }: OpenTicket, timeZone: string): string =>
  `${openedOn(createdAt, timeZone)}${codeEnd(id)}`

/** The last part of a ticket's protocol number: its own, so long that numbers have one length. */
export const codeEnd = (id: number): string => String(id).padStart(5, '0')

/** The first part of a ticket's protocol number. */
export function openedOn(createdAt: number, timeZone: string): string {
  const opening = openingIn(timeZone)
  const hour = Math.floor(createdAt / HOUR)
  return opening.days.get(hour) ?? readDay(opening, hour, createdAt)
}

function readDay(opening: Opening, hour: number, at: number): string {
  const { days, latest, format } = opening
  const dayOf = (ms: number) => format.format(ms).replaceAll('-', '')
  const day = dayOf(at)
  if (dayOf(hour * HOUR) !== dayOf((hour + 1) * HOUR - 1)) return day
  if (day !== latest) opening.latest = day
  if (days.size >= MOST_KEPT) days.clear()
  days.set(hour, opening.latest)
  return day
}

function openingIn(timeZone: string): Opening {
  const known = openings.get(timeZone)
  if (known) return known
  // The Swedish format is ISO.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
  const opening: Opening = { days: new Map(), latest: '', format }
  openings.set(timeZone, opening)
  return opening
}

/** A name without letters or emoji is a placeholder made of digits, not a name. */
const spokenName = (name: string): string => (/[\p{L}\p{Extended_Pictographic}]/u.test(name) ? name.trim() : '')

/** `Maria` in "🌸 Maria Alves". */
function firstWord(name: string): string {
  const words = name.split(/\s+/)
  return words.find((word) => /\p{L}/u.test(word)) ?? words[0] ?? ''
}

const greetingAt = (hour: number) =>
  hour >= 5 && hour < 12 ? 'goodMorning' : hour >= 12 && hour < 18 ? 'goodAfternoon' : 'goodEvening'

type Clock = Readonly<Record<'hour' | 'date', Intl.DateTimeFormat>>
const clocks = new Map<string, Clock>()

/** Day before month and 24 hours, in English too. */
function clockOf(timeZone: string, language: string): Clock {
  const key = `${timeZone} ${language}`
  const known = clocks.get(key)
  if (known) return known
  const locale = language === 'en' ? 'en-GB' : language
  const day = { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' } as const
  const clock = {
    hour: new Intl.DateTimeFormat(locale, { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' }),
    date: new Intl.DateTimeFormat(locale, day),
  }
  clocks.set(key, clock)
  return clock
}

/** Names of other modules may have dots and any letters: `{{contact.name}}`. */
const VARIABLE = /\{\{ ?([\p{L}\p{N}_.]{1,48}) ?\}\}/gu

/**
 * What stands in braces and is no variable, as typed: `{{fristName}}`, `{{name}`, `{name}`. Single braces around other
 * words are no attempt at one, nor are those of JSON.
 */
export function misspelledVariables(text: string, known: readonly string[]): readonly string[] {
  const found = [...text.matchAll(BRACES)].flatMap(([typed, opened = '', inner = '']) => {
    const [, name] = /^\{\{ ?([\p{L}\p{N}_.]{1,48}) ?\}\}$/u.exec(typed) ?? []
    if (name !== undefined && known.includes(name)) return []
    return opened === '{{' || known.includes(inner.trim()) ? typed : []
  })
  return [...new Set(found)]
}
const BRACES = /(\{{1,2})([^{}\n]{0,60})\}{0,2}/g

/** Unknown variables stay as typed, values are not expanded again, and an empty value leaves no gap. */
export function fillVariables(text: string, values: Values): string {
  let filled = ''
  let from = 0
  for (const { 0: typed, 1: name = '', index } of text.matchAll(VARIABLE)) {
    if (!Object.hasOwn(values, name)) continue
    filled += text.slice(from, index) + (values[name] ?? '')
    from = index + typed.length
    if (values[name] === '') ({ filled, from } = closeGap(filled, text, from))
  }
  return filled + text.slice(from)
}

/** Without a name, "Oi, *{{firstName}}*!" becomes "Oi!". */
function closeGap(before: string, text: string, at: number): { filled: string; from: number } {
  let [filled, from] = [before, at]
  while (/[*_~]/.test(text.charAt(from)) && filled.at(-1) === text.charAt(from)) {
    filled = filled.slice(0, -1)
    from++
  }
  const next = text.charAt(from)
  if (filled === '' || filled.endsWith('\n')) {
    if (next !== '' && ',;:.!'.includes(next)) from++
    while (text.charAt(from) === ' ') from++
  } else if (next === '' || '\n,;:.!?…)'.includes(next)) filled = withoutEnd(filled)
  else if (next === ' ' && filled.endsWith(' ')) from++
  return { filled, from }
}

function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === ' ') end--
  return text.slice(0, text[end - 1] === ',' ? end - 1 : end)
}
