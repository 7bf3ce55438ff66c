/**
 * Reads contact cards (vCard 2.1, 3.0 and 4.0) of strangers: from messages, and from files with many cards. One pass over
 * the lines; pictures and unknown properties are skipped without being joined. Pure.
 */

export type VcardNumber = {
  readonly number: string
  /** Digits of the WhatsApp account, as WhatsApp's own cards name it. */
  readonly account: string | null
  readonly isMobile: boolean
  /** A fax or pager. */
  readonly isDeaf: boolean
}

export type Vcard = {
  /** Line of its begin in the text, from 1. */
  readonly line: number
  readonly name: string
  readonly company: string
  readonly title: string
  readonly numbers: readonly VcardNumber[]
  readonly emails: readonly string[]
  readonly birthday: string
  readonly address: string
  readonly note: string
  readonly groups: string
  /** It is a list of other cards, and no contact. */
  readonly isList: boolean
}

/** Lines of a card that are read; the rest of the card is ignored. A file may have many cards. */
export const MOST_CARD_LINES = 10_000
/** Numbers and addresses of a card. */
const MOST_VALUES = 20
/** Properties of one name in a card. */
const MOST_ALIKE = 100
/** Characters of a property; the rest is cut off. */
const LONGEST = 10_000

/** `lines`: lines of the text that are read at all. */
export function* readVcards(text: string, { lines = Infinity } = {}): Generator<Vcard> {
  let card: CardFields | undefined
  let depth = 0
  for (const property of propertiesIn(text, lines)) {
    const { name, line, value } = property
    const isMark = (name === 'BEGIN' || name === 'END') && /^\s*VCARD\s*$/i.test(value)
    if (isMark && name === 'BEGIN') {
      // AGENT holds the card of another person. Otherwise, the card before has no end.
      depth = depth > 0 && card?.isAgent ? depth + 1 : 1
      if (depth === 1) {
        if (card) yield finish(card)
        card = begin(line)
      }
    } else if (isMark) {
      depth = Math.max(0, depth - 1)
      if (card && depth === 0) {
        yield finish(card)
        card = undefined
      }
    } else {
      card ??= begin(line) // phones send cards without a frame
      if (depth <= 1 && line - card.line < MOST_CARD_LINES) collect(card, property)
    }
  }
  if (card) yield finish(card)
}

export const areVcards = (text: string): boolean => /^\s*BEGIN[ \t]*:[ \t]*VCARD/i.test(text)

type Property = {
  readonly line: number
  /** `item1` of `item1.TEL`. */
  readonly group: string
  readonly name: string
  readonly parameters: readonly string[]
  /** Joined, but not decoded. */
  readonly value: string
}

const WANTED = new Set(
  'BEGIN END AGENT KIND X-ADDRESSBOOKSERVER-KIND FN N ORG TITLE TEL EMAIL BDAY ADR NOTE CATEGORIES X-ABLABEL'.split(
    ' ',
  ),
)
const HEAD = /^[ \t]*((?:[\w-]+\.)*)([\w-]+)[ \t]*(?=[;:])/

/** Joins folded lines, and lines that quoted-printable breaks with `=`. */
function* propertiesIn(text: string, most: number): Generator<Property> {
  let line = 0
  let hasBegun = false
  const counts = new Map<string, number>()
  let open: { property: Omit<Property, 'value'>; parts: string[]; length: number; isQuoted: boolean } | undefined
  const closed = (): Property | undefined => open && { ...open.property, value: open.parts.join('') }
  const add = (part: string) => {
    if (!open || open.length >= LONGEST) return
    open.parts.push(part.slice(0, LONGEST - open.length))
    open.length += part.length
  }
  for (const written of linesIn(text)) {
    if (++line > most) break
    const isBroken = open?.isQuoted && open.parts.at(-1)?.endsWith('=')
    if (open && isBroken) {
      open.parts.push((open.parts.pop() ?? '').slice(0, -1))
      add(written.replace(/^[ \t]/, ''))
      continue
    }
    if (hasBegun && /^[ \t]/.test(written)) {
      add(written.slice(1))
      continue
    }
    const head = HEAD.exec(written.slice(0, MOST_HEAD))
    if (!head) continue
    hasBegun = true
    const before = closed()
    if (before) yield before
    open = undefined
    const name = head[2]?.toUpperCase() ?? ''
    if (!WANTED.has(name)) continue
    if (name === 'BEGIN') counts.clear()
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count > MOST_ALIKE) continue
    const end = endOfParameters(written, head[0].length)
    const parameters = parametersIn(written.slice(head[0].length, end))
    open = {
      property: { line, group: head[1]?.toLowerCase() ?? '', name, parameters },
      parts: [],
      length: 0,
      isQuoted: parameters.some((one) => /^(?:ENCODING=)?"?QUOTED-PRINTABLE"?$/i.test(one)),
    }
    add(written.slice(end + 1))
  }
  const last = closed()
  if (last) yield last
}
/** Characters in which a property's name must end. */
const MOST_HEAD = 200

/** Lines end with \r\n, \n or \r. */
function* linesIn(text: string): Generator<string> {
  let [feed, turn] = [-1, -1]
  for (let at = 0; at < text.length; ) {
    if (feed < at) feed = indexOr(text, '\n', at)
    if (turn < at) turn = indexOr(text, '\r', at)
    const end = Math.min(feed, turn)
    yield text.slice(at, end)
    at = end + (turn + 1 === feed ? 2 : 1)
  }
}
const indexOr = (text: string, sign: string, from: number): number => {
  const at = text.indexOf(sign, from)
  return at < 0 ? text.length : at
}

/** Index of the first colon outside quotes. */
function endOfParameters(written: string, from: number): number {
  let isQuoted = false
  const until = Math.min(written.length, from + MOST_PARAMETERS)
  for (let at = from; at < until; at++) {
    if (written[at] === '"') isQuoted = !isQuoted
    else if (written[at] === ':' && !isQuoted) return at
  }
  const plain = written.indexOf(':', from)
  return plain < 0 ? written.length : plain
}
const MOST_PARAMETERS = 2_000

const parametersIn = (written: string): readonly string[] =>
  (written.slice(0, MOST_PARAMETERS).match(/(?:[^;"]|"[^"]*")+/g) ?? []).map((one) => one.trim())

type CardFields = {
  readonly line: number
  isAgent: boolean
  isList: boolean
  fullName: string
  parts: readonly string[]
  company: string
  title: string
  birthday: string
  address: string
  note: string
  groups: string
  readonly numbers: { number: string; account: string | null; group: string; kind: string }[]
  readonly emails: string[]
  readonly labels: Map<string, string>
}

const begin = (line: number): CardFields => ({
  line,
  isAgent: false,
  isList: false,
  fullName: '',
  parts: [],
  company: '',
  title: '',
  birthday: '',
  address: '',
  note: '',
  groups: '',
  numbers: [],
  emails: [],
  labels: new Map(),
})

function collect(card: CardFields, property: Property) {
  const { name, group, value } = property
  card.isAgent = name === 'AGENT' && value.trim() === ''
  if (name.endsWith('KIND')) card.isList ||= /^group$/i.test(textOf(property))
  else if (name === 'FN') card.fullName ||= textOf(property)
  else if (name === 'N') card.parts = card.parts.length > 0 ? card.parts : partsOf(property)
  else if (name === 'ORG') card.company ||= partsOf(property).find(Boolean) ?? ''
  else if (name === 'TITLE') card.title ||= textOf(property)
  else if (name === 'BDAY') card.birthday ||= birthdayOf(property)
  else if (name === 'NOTE') card.note ||= textOf(property)
  else if (name === 'CATEGORIES') card.groups ||= textOf(property)
  else if (name === 'ADR') card.address ||= partsOf(property).filter(Boolean).join(', ')
  else if (name === 'X-ABLABEL' && card.labels.size < MOST_LABELS) card.labels.set(group, textOf(property))
  else if (name === 'EMAIL' && card.emails.length < MOST_VALUES) addEmail(card, textOf(property))
  else if (name === 'TEL' && card.numbers.length < MOST_VALUES) addNumber(card, property)
}
const MOST_LABELS = 100

/** iPhones write a year that stands for none. */
function birthdayOf(property: Property): string {
  const day = textOf(property)
  const [, none] = /OMIT-YEAR=(\d{4})/i.exec(property.parameters.join(';')) ?? []
  return none !== undefined && day.startsWith(none) ? day.replace(none, '-') : day
}

function addEmail(card: CardFields, written: string) {
  const email = written.replace(/^mailto:/i, '')
  if (email !== '' && !card.emails.includes(email)) card.emails.push(email)
}

function addNumber(card: CardFields, property: Property) {
  const number = numberOf(textOf(property))
  if (number === '') return
  const words = property.parameters.join(';')
  const account = /waid="?(\d{5,20})/i.exec(words)?.[1] ?? null
  card.numbers.push({ number, account, group: property.group, kind: words })
}

/** `tel:+55-11-98801-0001;ext=2` as its number. */
function numberOf(written: string): string {
  if (!/^tel:/i.test(written)) return written
  const [number = ''] = written.slice(4).split(';')
  return number.replace(/%20/g, ' ').replace(/%2B/gi, '+')
}

const MOBILE = /cel|mobile|m[oó]vil|iphone|whats/i
const DEAF = /\b(?:fax|pager)\b|_\$!<\w*(?:FAX|Pager)>/i

function finish({ fullName, parts, numbers, labels, ...rest }: CardFields): Vcard {
  const [family = '', given = '', middle = '', , suffix = ''] = parts
  const { line, company, title, emails, birthday, address, note, groups, isList } = rest
  return {
    line,
    name: fullName || [given, middle, family, suffix].filter(Boolean).join(' '),
    company,
    title,
    numbers: numbers.map(({ number, account, group, kind }) => {
      const words = `${kind};${(group && labels.get(group)) || ''}`
      return { number, account, isMobile: MOBILE.test(words), isDeaf: DEAF.test(words) }
    }),
    emails,
    birthday,
    address,
    note,
    groups,
    isList,
  }
}

const textOf = (property: Property): string => decoded(property, property.value)

/** Parts between semicolons; escaped and encoded ones do not separate. */
function partsOf(property: Property): readonly string[] {
  const { value } = property
  const parts: string[] = []
  let begin = 0
  for (let at = 0; at < value.length && parts.length < MOST_PARTS; at++) {
    if (value[at] === '\\') at++
    else if (value[at] === ';') {
      parts.push(value.slice(begin, at))
      begin = at + 1
    }
  }
  return [...parts, value.slice(begin)].map((part) => decoded(property, part))
}
const MOST_PARTS = 10

function decoded({ parameters }: Property, value: string): string {
  if (parameters.some((one) => /^(?:ENCODING=)?"?(?:BASE64|B)"?$/i.test(one))) return ''
  const isQuoted = parameters.some((one) => /^(?:ENCODING=)?"?QUOTED-PRINTABLE"?$/i.test(one))
  const text = isQuoted ? fromQuotedPrintable(value, charsetOf(parameters)) : value
  return text
    .replace(/\\(.)/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign))
    .replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')
}

const charsetOf = (parameters: readonly string[]): string =>
  parameters.flatMap((one) => /^CHARSET="?([^"]+)/i.exec(one)?.[1] ?? [])[0] ?? 'utf-8'

function fromQuotedPrintable(value: string, charset: string): string {
  const bytes = Buffer.from(value, 'utf8')
  const out = Buffer.alloc(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const pair = bytes[at] === EQUALS ? bytes.toString('latin1', at + 1, at + 3) : ''
    const isPair = /^[\da-f]{2}$/i.test(pair)
    out[length++] = isPair ? Number.parseInt(pair, 16) : (bytes[at] ?? 0)
    if (isPair) at += 2
  }
  const found = out.subarray(0, length)
  try {
    return new TextDecoder(charset, { fatal: true }).decode(found)
  } catch {
    return new TextDecoder('windows-1252').decode(found) // an unknown charset, or a wrong one
  }
}
const EQUALS = 61
