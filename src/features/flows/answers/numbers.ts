/** Reads amounts: 1.500 is a thousand and a half where a comma marks decimals, and one and a half elsewhere. Pure. */
import { fold } from '../../../platform/text'
import type { Language } from '../../../texts/languages'
import type { Locale } from './place'
import { spokenNumber } from './spoken-numbers'

export type ReadNumber = { readonly number: number } | { readonly wrong: 'noNumber' | 'several' }

/** The only number of a text; words around it are ignored. */
export function readNumber(typed: string, place: Locale): ReadNumber {
  const text = clean(typed)
  const found = tokensOf(text, place)
  if (found === undefined) return { wrong: 'several' }
  const [first, second] = found
  if (first === undefined) {
    const spoken = spokenNumber(text, place.language)
    return spoken === undefined ? { wrong: 'noNumber' } : { number: spoken }
  }
  if (second === undefined) return { number: tidy(first.value + halfAfter(text, first, place.language)) }
  const both = found.length === 2 ? sumOf(text, first, second) : undefined
  return both === undefined ? { wrong: 'several' } : { number: both }
}

/** The number that a whole text is, perhaps with a currency or a percent sign; undefined for another text. */
export function numberIn(typed: string, place: Locale): number | undefined {
  const text = clean(typed).replace(CURRENCY, '$1').replace(UNIT, '')
  if (text.length > 40 || !/^[-−]?[\d.,' ]*\d$/.test(text)) return undefined
  const value = amountOf(text.replace(/^[-−]/, '').trim(), decimalSignOf(place))
  return value === undefined ? undefined : /^[-−]/.test(text) ? 0 - value : value
}

/** As a program writes it: digits and a point. */
export const plainNumberIn = (typed: string): number | undefined =>
  /^-?\d{1,20}(\.\d{1,20})?$/.test(typed.trim()) ? Number(typed) : undefined

const CURRENCY = /^([-−]?) ?(?:r\$|us\$|mx\$|\$|€|£|₺|brl|usd|eur|try) ?/i

/** Behind the number, as "30 reais" and "10 %". */
const UNIT = / ?(?:%|€|₺|reais|real|brl|d[oó]lar(?:es)?|dollars?|euros?|pesos?|liras?|tl)$/i

const clean = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Zs}\t]/gu, ' ')
    .replace(/[’`´]/g, "'")
    .trim()

type Token = { readonly value: number; readonly begin: number; readonly end: number; readonly scale: number }

/** Undefined if digits belong to a code, a time, a date or a fraction, or groups are uneven. */
function tokensOf(text: string, place: Locale): readonly Token[] | undefined {
  const decimal = decimalSignOf(place)
  const tokens: Token[] = []
  for (const match of text.matchAll(/(?:(?<=^|[ $€£₺-])[.,])?\d(?:[\d.,' ]*\d)?/g)) {
    const [written] = match
    const begin = match.index
    const end = begin + written.length
    const value = amountOf(written, decimal)
    const isPart = /[\p{L}\d/:]$/u.test(text.slice(0, begin)) || /^[/:]\d/.test(text.slice(end))
    if (value === undefined || isPart || tokens.length === MOST_TOKENS) return undefined
    const isBelow = /(^|[ $€£₺])[-−] ?$/.test(text.slice(0, begin)) || /^[-−] ?\D{0,3} ?$/.test(text.slice(0, begin))
    const scale = scaleAt(text.slice(end), place.language)
    tokens.push({ value: tidy((isBelow ? 0 - value : value) * scale), begin, end, scale })
  }
  return tokens
}
const MOST_TOKENS = 3

/** "1,5 mil": what multiplies the number before it. */
function scaleAt(rest: string, language: Language): number {
  const [, word = ''] = /^ ?([\p{L}]+)/u.exec(rest) ?? []
  return scales[language][fold(word)] ?? 1
}
const scales: Readonly<Record<Language, Readonly<Record<string, number>>>> = {
  'pt-BR': { mil: 1e3, k: 1e3, milhao: 1e6, milhoes: 1e6, mi: 1e6, bilhao: 1e9, bilhoes: 1e9, duzia: 12, duzias: 12 },
  en: { thousand: 1e3, k: 1e3, million: 1e6, billion: 1e9, dozen: 12 },
  es: { mil: 1e3, k: 1e3, millon: 1e6, millones: 1e6, docena: 12, docenas: 12 },
  tr: { bin: 1e3, b: 1e3, milyon: 1e6, milyar: 1e9, duzine: 12 },
}

/** "2 e meio", "2 milhões e meio". */
function halfAfter(text: string, { end, scale, value }: Token, language: Language): number {
  const rest = fold(text.slice(end, end + 40))
  const behind = scale === 1 ? rest : rest.replace(/^ ?\p{L}+/u, '')
  return value > 0 && halves[language].test(behind) ? scale / 2 : 0
}
const halves: Readonly<Record<Language, RegExp>> = {
  'pt-BR': /^ ?e mei[oa]\b/,
  en: /^ ?and a half\b/,
  es: /^ ?y medi[oa]\b/,
  tr: /^ ?bucuk\b/,
}

/** "2 mil e 500" and "3 reais e 50 centavos" are one number each. */
function sumOf(text: string, first: Token, second: Token): number | undefined {
  const between = fold(text.slice(first.end, second.begin))
  const after = fold(text.slice(second.end))
  const isCents = /^ ?(reais|real|dollars?|euros?|pounds?|pesos?|lira|tl)( ?,| e| y| and| ve)?$/.test(between)
  if (isCents && /^(centavos?|cents?|centimos?|pence|kurus)\b/.test(after) && Math.abs(second.value) < 100)
    return tidy(first.value + second.value / 100)
  const isAdded =
    first.scale > 1 && second.value > 0 && second.value < first.scale && /^\p{L}+( e| y| and)?$/u.test(between)
  return isAdded ? tidy(first.value + second.value) : undefined
}

/** More are no amount, and are not kept exactly. */
const MOST_DIGITS = 15

/** A written number without sign. `decimal` decides where one mark may stand for either. */
function amountOf(written: string, decimal: ',' | '.'): number | undefined {
  const marks = written.replace(/[\d]/g, '')
  if (written.length - marks.length > MOST_DIGITS) return undefined
  const [last = ''] = /[.,](?=\d+$)/.exec(written) ?? []
  const isDecimal = last !== '' && isDecimalMark(written, marks, last, decimal)
  const cut = isDecimal ? written.lastIndexOf(last) : written.length
  const whole = wholeOf(written.slice(0, cut), isDecimal ? last : '')
  return whole === undefined ? undefined : Number(`${whole}.${written.slice(cut + 1) || 0}`)
}

function isDecimalMark(written: string, marks: string, last: string, decimal: ',' | '.'): boolean {
  if (marks.indexOf(last) !== marks.length - 1) return false // it stands twice, so it groups
  if (marks.length > 1 || last === decimal) return true
  return !/^[1-9]\d{0,2}[.,]\d{3}$/.test(written)
}

/** Digits in groups of three by one mark; undefined if the groups are uneven. */
function wholeOf(written: string, decimal: string): string | undefined {
  if (/^\d+$/.test(written)) return written
  const [mark = ''] = /[.,' ]/.exec(written) ?? []
  const groups = written.split(mark)
  const isEven = groups.every((group, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group))
  return isEven && mark !== decimal ? groups.join('') : undefined
}

const decimalSignOf = ({ language, country }: Locale): ',' | '.' =>
  language === 'en' || (language === 'es' && POINT.includes(country)) ? '.' : ','
/** Where Spanish writes a point before decimals; it writes a comma in Spain and the rest of South America. */
const POINT = 'MX GT HN NI SV DO PA PR PE CU US'.split(' ')

const tidy = (value: number): number => Number(value.toPrecision(15))
