/**
 * Reads telephone numbers as people write them. Brazil's plan and habits are ours; other countries come from the
 * library's numbering plans. Pure. Screens load it on demand, because of its size.
 */
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { otherForm } from './number'

export const phoneRefusals = [
  'none',
  'several',
  'noAreaCode',
  'areaCode',
  'service',
  'short',
  'long',
  'repeated',
  'wrong',
  'document',
  'rounded',
  'hidden',
] as const
/**
 * `service`: a number such as 0800 or 4004, which no messenger has. `wrong`: no number of its country begins so.
 * `rounded`: a spreadsheet has dropped digits. `hidden`: an id of the messenger that names no number.
 */
export type PhoneRefusal = (typeof phoneRefusals)[number]

/** `number`: digits with country code. */
export type ReadPhone = { readonly number: string } | { readonly refused: PhoneRefusal }

export type PhonePlan = {
  readonly country: string
  /** Programs write foreign numbers as bare digits with country code. */
  readonly mayLackPlus?: boolean
  /** A Brazilian area code written elsewhere, for numbers that have none. */
  readonly area?: string
  /** A country code written elsewhere, for numbers that have none. */
  readonly code?: string
}

/** Reads the only number of a text; words and short numbers around it are ignored. */
export function readPhone(written: string, plan: PhonePlan): ReadPhone {
  const found = phonesIn(written, plan)
  const numbers = distinct(found.flatMap((one) => ('number' in one ? [one.number] : [])))
  const [number] = numbers
  if (number === undefined) return { refused: worstOf(found) }
  const isOnly = numbers.length === 1 && found.every((one) => 'number' in one || one.refused === 'short')
  return isOnly ? { number } : { refused: 'several' }
}

/** Every number of a text, mobiles first. A spreadsheet's cell may hold several. */
export const listPhones = (written: string, plan: PhonePlan): readonly string[] =>
  distinct(phonesIn(written, plan).flatMap((one) => ('number' in one ? [one.number] : []))).toSorted(
    (a, b) => Number(isBrazilianLandline(a)) - Number(isBrazilianLandline(b)),
  )

/** Such as `11` for "(011)"; undefined for anything else than a Brazilian area code. */
export function readAreaCode(written: string): string | undefined {
  const [, area] = /^[^\p{L}\d]*0{0,2}(\d{2})(?:[.,]0)?[^\p{L}\d]*$/u.exec(written) ?? []
  return area !== undefined && AREA.test(area) ? area : undefined
}

/** Such as `351` for "+351" or "00351"; undefined for anything else than the code of a country. */
export function readCountryCode(written: string): string | undefined {
  const [, code] = /^\s*(?:\+|00)?\s*([1-9]\d{0,2})(?:[.,]0)?\s*$/.exec(written) ?? []
  return code !== undefined && countryOfCode(code) !== undefined ? code : undefined
}

/** Of several countries with one code, one stands for all. */
const countryOfCode = (code: string): CountryCode | undefined => {
  countries ??= new Map(getCountries().map((country) => [getCountryCallingCode(country), country]))
  return countries.get(code)
}
let countries: Map<string, CountryCode> | undefined

/** Digits that people of the country dial: without country code at home, else with a plus. */
export function asDialed(number: string, country: string): string {
  if (!isOf(country, number)) return `+${number}`
  return country === 'BR' ? number.slice(2) : (parsePhoneNumberFromString(`+${number}`)?.nationalNumber ?? number)
}

/** Digits with country code, and a plus where they would be taken for a number of the country. */
export const asExported = (number: string, country: string): string => (isOf(country, number) ? number : `+${number}`)

const isOf = (country: string, number: string): boolean =>
  country === 'BR' ? number.startsWith('55') : countryOfPhone(number) === country

/** The country of a number with country code, as `BR`; undefined without one. */
export const countryOfPhone = (number: string): string | undefined => {
  const parsed = parsePhoneNumberFromString(`+${number}`)
  return parsed?.country ?? parsed?.getPossibleCountries()[0]
}

/** Characters that are read. */
const MAX_TEXT_LENGTH = 400
/** Numbers of one text that are judged. */
const MOST_FOUND = 20

/** A country code from elsewhere holds only for numbers of that country. */
function phonesIn(written: string, { code, ...plan }: PhonePlan): readonly ReadPhone[] {
  const country = code === undefined ? undefined : countryOfCode(code)
  const there = country === undefined || country === plan.country ? [] : phonesOf(written, { ...plan, country })
  return there.some((one) => 'number' in one) ? there : phonesOf(written, plan)
}

/** Most numbers of a Brazilian's spreadsheet, which need no search. */
const USUAL = /^(?:\+?55 ?)?\(?[1-9]\d\)? ?(?:9\d{4}|[2-5]\d{3})[- ]?\d{4}$/

function phonesOf(written: string, plan: PhonePlan): readonly ReadPhone[] {
  if (plan.country === 'BR' && USUAL.test(written)) {
    const read = readBrazilian(digitsOf(written))
    if ('number' in read) return [read]
  }
  // A longer run of digits is as much too long.
  const text = plain(written.slice(0, MAX_TEXT_LENGTH)).replace(/(\d{30})\d+/g, '$1')
  if (/@(lid|g\.us|newsletter|broadcast)\b/i.test(text)) return [{ refused: 'hidden' }]
  const whole = wholeIn(text)
  if (whole.length > 0) return whole.map((one) => readLinked(one, plan))
  if (NAMELESS_LINK.test(text)) return [{ refused: 'hidden' }]
  const computed = fromSpreadsheet(text)
  if (computed === undefined) return [{ refused: 'rounded' }]
  if (EMERGENCY.test(computed)) return [{ refused: 'service' }]
  const rest = computed.replace(DOCUMENT, ';')
  const pieces = piecesOf(rest)
  return pieces.length === 0 && rest !== computed ? [{ refused: 'document' }] : readPieces(pieces, plan)
}

/** Leads to a conversation without a number in it. */
const NAMELESS_LINK = /(?:wa\.me\/(?:message|qr|p)|chat\.whatsapp\.com|whatsapp\.com\/channel)\//i
/** Police, ambulances and the services of carriers: nothing else stands in the text. */
const EMERGENCY = /^\D*(1\d\d|911|10[356]\d\d)\D*$/

/** As `123.456.789-09` or `12.345.678/0001-95`: a document may have as many digits as a number. */
const DOCUMENT = /(?<![\d.])(\d{3}\.\d{3}\.\d{3}-\d{2}|[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2})(?!\d)/i

/**
 * One kind of blank, hyphen and bracket; marks of direction are dropped, and those around the digits of emojis. O, I and
 * l among digits are 0 and 1.
 */
function plain(text: string): string {
  const clean = text
    .normalize('NFKC')
    .replace(/\p{Cf}|\uFE0F|\u20E3/gu, '')
    .replace(/[\p{Zs}\t_~·•]/gu, ' ')
    .replace(/\p{Pd}|−/gu, '-')
    .replaceAll('{', '(')
    .replaceAll('}', ')')
    .trim()
  return /^[\dOoIl().+ -]+$/.test(clean) && /(?:\d[^\d]*){7}/.test(clean)
    ? clean.replace(/[Oo]/g, '0').replace(/[Il]/g, '1')
    : clean
}

/**
 * The country code is missing in links that people write themselves, such as `wa.me/11988010001`. Digits of a Brazilian
 * mobile are one, although a few foreign plans would take them.
 */
function readLinked({ digits, isTyped }: LinkedNumber, plan: PhonePlan): ReadPhone {
  const whole = readWhole(digits)
  if (!isTyped || plan.country !== 'BR' || ('number' in whole && !/^..9\d{8}$/.test(digits))) return whole
  const national = readBrazilian(digits)
  return 'number' in national ? national : whole
}

/** `isTyped`: it may lack the country code. */
type LinkedNumber = { readonly digits: string; readonly isTyped: boolean }

/** Digits of links and of the messenger's ids, which have their country code. People write "Tel: 11 …" too. */
function wholeIn(text: string): readonly LinkedNumber[] {
  const links = [
    ...text.matchAll(/(?:(?:wa\.me\/|[?&]phone=)(?:\+|%2B)?|tel: ?\+)((?:\d|[ ().-]|%20)+)/gi),
    ...text.matchAll(/(\d{6,20})(?::\d+)?@(?:s\.whatsapp\.net|c\.us)/gi),
  ]
  return links
    .slice(0, MOST_FOUND)
    .map(([found, digits = '']) => ({
      digits: digitsOf(digits.replaceAll('%20', '')),
      isTyped: !/@|\+|%2B/i.test(found),
    }))
    .filter(({ digits }) => digits.length >= 8)
}

/** `="11988010001"`, `11988013013.0` and `1,1988013013E+10` as digits; undefined if the exponent has dropped some. */
function fromSpreadsheet(text: string): string | undefined {
  const cell = text
    .replace(/^=?"(.*)"$/s, '$1')
    .replace(/^'/, '')
    .trim()
  const [, head, tail = '', exponent] = /^\+?(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i.exec(cell) ?? []
  if (head !== undefined) return tail.length === Number(exponent) ? head + tail : undefined
  return cell.replace(/^(\+?\d{8,15})[.,]0{1,2}$/, '$1')
}

/**
 * Runs of digits and the usual marks, `11/`, `[11]` and an area code that follows its number included. Extensions go, as
 * does `0xx`, which stands for 0 and an operator.
 */
function piecesOf(text: string): readonly Piece[] {
  const spoken = text
    .replace(
      /(\d\)?)[ ,;-]*(?:ramal|rml|extension|extensi[oó]n|ext|interno|int|dahili|ramais|x|#)\.?:? ?\d{1,6}(?!\d)/gi,
      '$1 ;',
    )
    .replace(/\(?0 ?xx ?(?=[\d)])/gi, (found) => (found.startsWith('(') ? '(0' : '0'))
    .replace(/(\+\d{1,3}) ?\(0\) ?/g, '$1 ')
    .replace(
      /(?<![\d/])(?:\+?55 ?[/*] ?)?\[?(0?\d{2})(?:\]|[/\\,;*:'=](?! {2})) ?(?=9? ?\d{4}[-. /*:'=]?\d{4}(?!\d))/g,
      '$1 ',
    )
    .replace(/(\d{4})[/*:'=](?=\d{4}(?!\d))(?<=(?:^|\D)\(?0?\d{2}\)? ?9?\d{4}.)/g, '$1-')
    .replace(AREA_BEHIND, '($2$3) $1')
    .replace(/(\d{4}) ?(?=\(0?\d{2}\) ?9? ?\d{4})/g, '$1 ; ')
  const pieces: Piece[] = []
  for (const { 0: found, index } of spoken.matchAll(/(?:\+ ?)?\(?\d[\d ().-]*/g)) {
    const before = pieces.at(-1)
    const between = before === undefined ? null : spoken.slice(before.end, index)
    pieces.push({
      text: found.trim(),
      end: index + found.length,
      isNext: between !== null && between.length <= MOST_BETWEEN && AND.test(between),
    })
    if (pieces.length === MOST_FOUND) break
  }
  return pieces
}

/** 98801-0001 (11), but not 3301-0001 (11) 98801-0001. */
const AREA_BEHIND =
  /(?<![\d)+][ .-]{0,2})(?<!\d)(9? ?\d{4}[-. ]?\d{4}) ?[-,]? ?(?:[([]0?(\d{2})[)\]]|ddd:? ?0?(\d{2}))(?! ?[\d(])/gi

/** Characters between two numbers that are looked at. */
const MOST_BETWEEN = 30
/** `isNext`: only "and" or a separator stands between this and the piece before. */
type Piece = { readonly text: string; readonly end: number; readonly isNext: boolean }
const AND =
  /^[\s/;,|&:.-]*(?:(?:e|ou|or|and|y|o|ve|veya)\s)?(?:(?:tel|telefone|fone|cel|celular|fixo|whats|whatsapp|zap|res|com|casa)\b\.?)?[\s/;,|&:.-]*$/i

/** A number after another one may lack its area code: "(11) 3333-0001 / 98801-0002". */
function readPieces(pieces: readonly Piece[], plan: PhonePlan): readonly ReadPhone[] {
  const found: ReadPhone[] = []
  for (const { text, isNext } of pieces) {
    const before = found.at(-1)
    const area = (isNext && before && 'number' in before ? areaOf(before.number, plan) : undefined) ?? plan.area
    found.push(...readRun(text, area === undefined ? plan : { ...plan, area }))
    if (found.length >= MOST_FOUND) break
  }
  return found
}

const areaOf = (number: string, { country }: PhonePlan): string | undefined =>
  country === 'BR' && number.startsWith('55') ? number.slice(2, 4) : undefined

/** A run of digits that is too long for one number may be several of them, or have another one before it. */
function readRun(text: string, plan: PhonePlan): readonly ReadPhone[] {
  const read = readPiece(text, plan)
  if ('number' in read || read.refused !== 'long') return [read]
  const parts = text.split(/ - | {2,}/)
  const apart = parts.length > 1 ? readParts(parts, plan) : numbersInRow(text, plan)
  return apart.some((one) => 'number' in one) ? apart : [read]
}

/** Each part may lack its area code, which is then that of the one before. */
function readParts(parts: readonly string[], plan: PhonePlan): readonly ReadPhone[] {
  let area = plan.area
  return parts.map((part) => {
    const read = readPiece(part, area === undefined ? plan : { ...plan, area })
    area = 'number' in read ? areaOf(read.number, plan) : plan.area
    return read
  })
}

/** Numbers that only blanks separate; empty if they leave a rest. */
function numbersInRow(text: string, plan: PhonePlan): readonly ReadPhone[] {
  const found: ReadPhone[] = []
  let from = 0
  for (const { index } of [...text.matchAll(/(?<=\d) (?=[\d(+])|$/g)].slice(0, 4 * MOST_FOUND)) {
    const read = readPiece(text.slice(from, index), plan)
    if (!('number' in read)) continue
    found.push(read)
    from = index
  }
  return from === text.length ? found : []
}

function readPiece(written: string, plan: PhonePlan): ReadPhone {
  const piece = written.trim()
  const digits = digitsOf(piece)
  if (piece.startsWith('+')) return readWhole(digits.replace(/^0+/, ''))
  if (/^00[1-9]/.test(digits) && !isUnknownArea(digits, plan)) return readWhole(digits.slice(2))
  const national = plan.country === 'BR' ? readBrazilian(digits) : readNational(digits, plan.country)
  if ('refused' in national && national.refused === 'noAreaCode' && plan.area !== undefined)
    return readBrazilianRest(plan.area + digits.replace(/^0+/, ''))
  if ('number' in national || !plan.mayLackPlus || !/^[1-9]\d{5,14}$/.test(piece)) return national
  // Nine digits of a mobile would also be a number of Iran.
  if (plan.country === 'BR' && national.refused === 'noAreaCode') return national
  const isAbroad = parsePhoneNumberFromString(`+${digits}`)?.isValid() === true || MEXICAN.test(digits)
  return isAbroad ? { number: digits } : national
}
/** As WhatsApp writes mobiles of Mexico; the country's plan has dropped the 1. */
const MEXICAN = /^521[2-9]\d{9}$/

/** (00) 98801-0001: zeros for an area code that is not known, and no number abroad. */
const isUnknownArea = (digits: string, { country }: PhonePlan): boolean =>
  country === 'BR' && SUBSCRIBER.test(digits.slice(2))

/** Digits with country code. */
function readWhole(digits: string): ReadPhone {
  if (digits.startsWith('55')) return readBrazilianRest(digits.slice(2))
  if (/^(\d)\1*$/.test(digits)) return { refused: 'repeated' }
  if (digits.length < 8) return { refused: 'short' }
  if (digits.length > 15) return { refused: 'long' }
  const parsed = parsePhoneNumberFromString(`+${withoutDialed(digits)}`)
  // Plans change, so elsewhere the length is enough. People write +11 98801-0001 as well, which is no number of +1.
  const isThere = digits.startsWith('1') ? parsed?.isValid() : parsed?.isPossible()
  if (parsed && isThere) return { number: digitsOf(parsed.number) }
  return otherForm(digits) === undefined ? { refused: 'wrong' } : { number: digits }
}

/** Prefixes that are dialed only within Mexico or Argentina, but written after the country code as well. */
const withoutDialed = (digits: string): string =>
  digits
    .replace(/^52(?:01|04[45])(?=\d{10}$)/, '52')
    .replace(/^5490/, '549')
    .replace(/^(?=\d{15}$)549(\d{2,4})15/, '549$1')

function readNational(digits: string, country: string): ReadPhone {
  if (services[country]?.test(digits)) return { refused: 'service' }
  if (/^(\d)\1*$/.test(digits)) return { refused: 'repeated' }
  if (locals[country]?.test(digits)) return { refused: 'noAreaCode' }
  if (!isSupportedCountry(country)) return { refused: 'wrong' }
  const typed = country === 'MX' ? digits.replace(/^(01|04[45])(?=\d{10}$)/, '') : digits
  const parsed = parsePhoneNumberFromString(typed, { defaultCountry: country satisfies CountryCode, extract: false })
  if (parsed?.isPossible()) return { number: digitsOf(parsed.number) }
  if (country === 'MX' && /^521\d{10}$/.test(digits)) return { number: digits }
  return { refused: digits.length < 8 ? 'short' : digits.length > 12 ? 'long' : 'wrong' }
}

/** Free and shared numbers. */
const services: Readonly<Record<string, RegExp>> = {
  AR: /^0?(800|810|600)\d{7}$/,
  MX: /^(01)?(800|900)\d{7}$/,
  PT: /^(800|808|707|760)\d{6}$/,
  ES: /^(90[0-2]|80\d)\d{6}$/,
  TR: /^(444\d{4}|0?(800|900)\d{7})$/,
}
/** Numbers as dialed within a city; Argentine mobiles then begin with 15. */
const locals: Readonly<Record<string, RegExp>> = { AR: /^(15\d{6,8}|[2-9]\d{5,7})$/, MX: /^[1-9]\d{6,7}$/ }

/** Area codes of Brazil. */
const AREA = /^([14689][1-9]|2[12478]|3[1-578]|5[1345]|7[134579])/
/** Free, shared and company numbers. */
const SERVICE = /^(0[3589]00\d{3,8}|[3589]00\d{7}|(300|400)\d{5})$/
/** A mobile with and without its ninth digit, or a landline. */
const SUBSCRIBER = /^(9\d{8}|[2-9]\d{7})$/

/** Digits as dialed in Brazil, perhaps with zero and operator, or with the country code but without a plus. */
function readBrazilian(digits: string): ReadPhone {
  if (SERVICE.test(digits)) return { refused: 'service' }
  if (digits.length >= 8 && /^(\d)\1*$/.test(digits)) return { refused: 'repeated' }
  if (/^55(\d{10,11}|0\d{10,13})$/.test(digits)) return readBrazilianRest(digits.slice(2))
  return readBrazilianRest(digits)
}

function readBrazilianRest(typed: string): ReadPhone {
  const digits = withoutOperator(typed)
  if (SERVICE.test(typed)) return { refused: 'service' }
  if (digits.length < 8) return { refused: 'short' }
  if (digits.length < 10) return { refused: SUBSCRIBER.test(digits) || digits.length === 8 ? 'noAreaCode' : 'short' }
  if (digits.length > 11) return { refused: 'long' }
  if (!AREA.test(digits)) return { refused: 'areaCode' }
  const subscriber = digits.slice(2)
  if (/^(\d)\1*$/.test(subscriber)) return { refused: 'repeated' }
  if (SUBSCRIBER.test(subscriber)) return { number: `55${digits}` }
  return { refused: subscriber.length === 9 ? 'long' : 'wrong' }
}

/** 0 11 98801-0001 and 0 15 11 98801-0001: the length shows whether an operator follows the zero. */
function withoutOperator(digits: string): string {
  if (!digits.startsWith('0')) return digits
  const rest = digits.replace(/^0+/, '')
  const hasOperator = rest.length === 13 || (rest.length === 12 && !isLongMobile(rest))
  return hasOperator && !rest.startsWith(NO_OPERATOR) ? rest.slice(2) : rest
}
/** São Paulo's area code: what follows it in "011 15 98801-0001" may be an operator or an area code. */
const NO_OPERATOR = '11'

/** 0 11 98801-00011: a digit too many, and not the operator 11 before (98) 8010-0011. */
const isLongMobile = (digits: string): boolean => AREA.test(digits) && /^..9.[6-9]/.test(digits)

export const isBrazilianLandline = (number: string): boolean => /^55\d{2}[2-5]\d{7}$/.test(number)

/** The refusal that says most: of the longest piece. */
function worstOf(found: readonly ReadPhone[]): PhoneRefusal {
  const refusals = found.flatMap((one) => ('refused' in one ? [one.refused] : []))
  return refusals.find((one) => one !== 'short') ?? refusals[0] ?? 'none'
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')
const distinct = (numbers: readonly string[]): readonly string[] => [...new Set(numbers)]
