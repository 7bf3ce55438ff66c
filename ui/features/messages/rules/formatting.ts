/**
 * WhatsApp's formatting: *bold*, _italic_, ~strike~, `code`, ```block```, > quote, - item, and links. Pure: text in, a small
 * tree out.
 */
import { withoutStackedAccents } from '../../../../src/platform/formats'

export type Rich =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code' | 'block'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'bold' | 'italic' | 'strike' | 'quote'; readonly children: readonly Rich[] }

const MARKS = { '*': 'bold', _: 'italic', '~': 'strike' } as const
type Mark = keyof typeof MARKS

/**
 * A link starts at a word boundary, an e-mail address where no address character precedes, so that each position is
 * tried once.
 */
const LINK = /(?<![\p{L}\p{N}])(?:https?:\/\/|www\.)[^\s<>"]+|(?<![\w.+-])[.+-]*(\w[\w.+-]*@[\w-]+(?:\.[\w-]+)+)/giu
const WORD = /[\p{L}\p{N}]/u

/** Linear in the length of the text, because anybody can send 65,536 characters. */
export function parseRich(text: string): readonly Rich[] {
  if (text.length < WORTH_KEEPING) return parse(text)
  const parts = known.get(text) ?? parse(text)
  known.delete(text)
  known.set(text, parts)
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value ?? '')
  return parts
}

/** Caches parsed texts, because scrolling renders long ones again and again. */
const WORTH_KEEPING = 500
const MOST_KNOWN = 50
const known = new Map<string, readonly Rich[]>()

function parse(written: string): readonly Rich[] {
  const text = withoutStackedAccents(written)
  // A block and a quote are on their own lines: the line breaks around them are not part of the text.
  return everySecond(text, /(\n?```[\s\S]+?```[^\S\n]*\n?)/, parseQuotes, (block) => ({
    kind: 'block',
    text: block
      .trim()
      .slice(3, -3)
      .replace(/^\n|\n$/g, ''),
  }))
}

const parseQuotes = (text: string): readonly Rich[] =>
  everySecond(text, /((?:^|\n)> \S[^\n]*(?:\n> \S[^\n]*)*\n?)/, parseItems, (quote) => ({
    kind: 'quote',
    children: parseItems(quote.replace(/^\n|\n$/g, '').replace(/^> /gm, '')),
  }))

/** As on the phone, a list item has a dot whichever character was typed. */
const parseItems = (text: string): readonly Rich[] =>
  everySecond(text.replace(/^[*-] (?=\S)/gm, '• '), /(`[^`\n]+`)/, parseMarks, (code) => ({
    kind: 'code',
    text: code.slice(1, -1),
  }))

/** Splitting by a group puts the group's matches at every second position. */
const everySecond = (
  text: string,
  group: RegExp,
  between: (piece: string) => readonly Rich[],
  found: (piece: string) => Rich,
): readonly Rich[] =>
  text.split(group).flatMap((piece, index) => (index % 2 === 1 ? found(piece) : piece === '' ? [] : between(piece)))

function parseMarks(text: string): Rich[] {
  const addresses = addressesIn(text)
  const masked = mask(text, addresses)
  const closing = closings(masked)
  const plain = plainParts(text, addresses)
  const between = (from: number, to: number): Rich[] => {
    const parts: Rich[] = []
    let begun = from
    for (let at = from; at < to; at++) {
      const end = opens(masked, at) ? closing(masked[at] as Mark, at + 2) : -1
      if (end < 0 || end >= to) continue
      plain(begun, at, parts)
      parts.push({ kind: MARKS[masked[at] as Mark], children: between(at + 1, end) })
      at = end
      begun = end + 1
    }
    plain(begun, to, parts)
    return parts
  }
  return between(0, text.length)
}

/** A mark opens at a word boundary and is not followed by a space. */
function opens(text: string, at: number): boolean {
  const mark = text[at]
  if (mark === undefined || !Object.hasOwn(MARKS, mark)) return false
  return !isWord(text[at - 1]) && !isBlank(text[at + 1]) && text[at + 1] !== mark
}

/**
 * The position where a mark closes, or -1: at a word boundary, on the same line. Called with rising positions only, so
 * that one scan serves all marks of a kind.
 */
function closings(text: string): (mark: Mark, from: number) => number {
  const stops = { '*': -1, _: -1, '~': -1 }
  const isStop = (mark: Mark, at: number) =>
    text[at] === '\n' || (text[at] === mark && !isBlank(text[at - 1]) && !isWord(text[at + 1]))
  return (mark, from) => {
    if (stops[mark] < from) {
      let at = from
      while (at < text.length && !isStop(mark, at)) at++
      stops[mark] = at
    }
    return text[stops[mark]] === mark ? stops[mark] : -1
  }
}

const isWord = (char: string | undefined): boolean => char !== undefined && WORD.test(char)
const isBlank = (char: string | undefined): boolean => char === undefined || /\s/.test(char)

type Address = { readonly from: number; readonly text: string; readonly href: string }

function addressesIn(text: string): readonly Address[] {
  const addresses: Address[] = []
  for (const { 0: all, 1: mail, index } of text.matchAll(LINK)) {
    const written = trimLink(mail ?? all)
    const href = mail === undefined ? urlOf(written) : `mailto:${written}`
    if (href) addresses.push({ from: index + all.length - (mail ?? all).length, text: written, href })
  }
  const phones = phonesIn(mask(text, addresses))
  return phones.length === 0 ? addresses : [...addresses, ...phones].sort((a, b) => a.from - b.from)
}

const PHONE = /(?<![\p{L}\p{N}+.,/:=&#@-])\+?\(?\d[\d ()-]{7,20}\d(?![\p{L}\p{N}/-]|[.,]\d)/gu
/**
 * Brazilian spelling: area code, optional 9, and twice four digits. A tax number (CPF) of eleven digits has its 9
 * elsewhere.
 */
const NATIONAL = /^(?:55 ?)?(?:\([1-9]{2}\)|[1-9]{2}) ?(?:9 ?\d{4}[ -]?\d{4}|[2-5]\d{3}[ -]\d{4})$/

/** Callable phone numbers, with country code. */
function phonesIn(text: string): readonly Address[] {
  return Array.from(text.matchAll(PHONE), ({ 0: written, index }): Address[] => {
    const digits = written.replace(/\D/g, '')
    const isWhole = written.startsWith('+') && digits.length <= 15
    if (!isWhole && !NATIONAL.test(written)) return []
    const number = isWhole || digits.length > 11 ? digits : `55${digits}`
    return [{ from: index, text: written, href: `tel:+${number}` }]
  }).flat()
}

/** The addresses in a text, as `parseRich` would find them outside of code. */
export const linksIn = (text: string): readonly { readonly text: string; readonly href: string }[] =>
  addressesIn(text.slice(0, LINKS_WITHIN)).filter(({ href }) => href.startsWith('http'))
const LINKS_WITHIN = 5000

/** The text with letters in place of links, so that marks inside links are ignored. */
function mask(text: string, addresses: readonly Address[]): string {
  const pieces: string[] = []
  let from = 0
  for (const address of addresses) {
    pieces.push(text.slice(from, address.from), 'a'.repeat(address.text.length))
    from = address.from + address.text.length
  }
  return pieces.join('') + text.slice(from)
}

/** Adds the unformatted text between two positions, with its links as parts of their own. Called from start to end. */
function plainParts(text: string, addresses: readonly Address[]): (from: number, to: number, parts: Rich[]) => void {
  let next = 0
  const words = (from: number, to: number, parts: Rich[]) => {
    if (to > from) parts.push({ kind: 'text', text: text.slice(from, to) })
  }
  return (from, to, parts) => {
    let begun = from
    for (let address = addresses[next]; address && address.from < to; address = addresses[++next]) {
      words(begun, address.from, parts)
      parts.push({ kind: 'link', text: address.text, href: address.href })
      begun = address.from + address.text.length
    }
    words(begun, to, parts)
  }
}

const AFTER_A_LINK = new Set('.,;:!?\'"*_~')

/** A final full stop, bracket or formatting mark is not part of the link. */
function trimLink(address: string): string {
  let end = address.length
  while (AFTER_A_LINK.has(address[end - 1] ?? '')) end--
  const bare = address.slice(0, end)
  return bare.endsWith(')') && !bare.includes('(') ? bare.slice(0, -1) : bare
}

function urlOf(address: string): string | undefined {
  if (/^https?:\/\//i.test(address)) return URL.canParse(address) ? address : undefined
  return `https://${address}`
}

/** The text on one line without formatting marks, for rows and quotes. */
export function plainText(text: string): string {
  const words = (part: Rich) => ('children' in part ? flat(part.children) : part.text)
  const flat = (parts: readonly Rich[]): string =>
    parts.map((part) => (part.kind === 'block' || part.kind === 'quote' ? ` ${words(part)} ` : words(part))).join('')
  return flat(parseRich(text)).replace(/\s+/g, ' ').trim()
}

/** A message of only a few emojis is shown large. */
const MAX_LARGE_EMOJIS = 3
/** The longest emojis (a family, a region's flag) have about fourteen UTF-16 units. */
const MAX_LARGE_EMOJI_LENGTH = MAX_LARGE_EMOJIS * 16
const EMOJI =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F\u20E3?|\p{Emoji_Modifier_Base}\p{Emoji_Modifier})(?:\uFE0F|\p{Emoji_Modifier}|\u200D\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u{E0020}-\u{E007F}])*$/u

/** The number of emojis, or 0 if the text contains anything else. */
export function loneEmojis(text: string): number {
  if (text.length > MAX_LARGE_EMOJI_LENGTH) return 0
  const signs = Array.from(new Intl.Segmenter().segment(text.replace(/ /g, '')), ({ segment }) => segment)
  return signs.length <= MAX_LARGE_EMOJIS && signs.every((sign) => EMOJI.test(sign)) ? signs.length : 0
}

/** Splits a body into its first line, the title, and the rest. */
export function titled(body: string): { readonly title: string; readonly rest: string } {
  const [title = '', ...rest] = body.split('\n')
  return { title: title.trim(), rest: rest.join('\n').trim() }
}
