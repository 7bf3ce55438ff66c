/** The words of a text as indexed and searched, without case and accents. */
import { fold } from '../../platform/text'

/** Longer words are cut to this length. */
const LONGEST = 40
const shortened = (word: string): string => word.slice(0, LONGEST)

/** Each word once. */
export const wordsOf = (text: string): Set<string> =>
  new Set((fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(shortened))

/** The words a message must contain, and the beginning of one more; all without apostrophes. */
export type SearchTerms = {
  readonly whole: readonly string[]
  readonly beginning: string
  /** By word: what an apostrophe separates in it, as the index has it. */
  readonly parts: ReadonlyMap<string, readonly string[]>
}

const APOSTROPHE = "['’‘`´ʼ′]"
const JOINED = new RegExp(`[\\p{L}\\p{N}]+(?:${APOSTROPHE}[\\p{L}\\p{N}]+)+`, 'gu')
const WITH_APOSTROPHES = new RegExp(`[\\p{L}\\p{N}]+(?:${APOSTROPHE}[\\p{L}\\p{N}]+)*`, 'gu')
const apostrophes = new RegExp(APOSTROPHE, 'g')

/** "davila" may be written D'Ávila. */
const ELIDED = /^([dl])([aeiou]\p{L}{3,})$/u

function partsOf(typed: string, word: string): readonly string[] | undefined {
  const typedParts = typed.split(apostrophes)
  if (typedParts.length > 1) return typedParts.map(shortened)
  const [, article, rest] = ELIDED.exec(word) ?? []
  return article === undefined || rest === undefined ? undefined : [article, rest]
}

/** Words as `wordsOf` returns them, and those with apostrophes in one, too. */
function wordsSaid(text: string): Set<string> {
  const words = wordsOf(text)
  for (const [word] of fold(text).matchAll(JOINED)) words.add(shortened(word.replace(apostrophes, '')))
  return words
}

/** Further words are ignored. */
const MOST_WORDS = 12

/** Parses the input, whose last word may be incomplete; undefined if it contains no word. */
export function parseSearchTerms(typed: string): SearchTerms | undefined {
  const parts = new Map<string, readonly string[]>()
  const words = new Set<string>()
  for (const [one] of fold(typed).matchAll(WITH_APOSTROPHES)) {
    const word = shortened(one.replace(apostrophes, ''))
    words.add(word)
    const separate = partsOf(one, word)
    if (separate) parts.set(word, separate)
  }
  const whole = [...words].slice(0, MOST_WORDS)
  const beginning = whole.pop()
  return beginning === undefined ? undefined : { whole, beginning, parts }
}

/** A single character begins too many words. */
export const isBeginning = (beginning: string): boolean => [...beginning].length > 1

type SearchPattern = Pick<SearchTerms, 'whole' | 'beginning'>

const isMeant = (word: string, { whole, beginning }: SearchPattern): boolean =>
  whole.includes(word) || (isBeginning(beginning) ? word.startsWith(beginning) : word === beginning)

export function hasWords(text: string, filter: SearchTerms): boolean {
  const words = wordsSaid(text)
  if (!filter.whole.every((word) => words.has(word))) return false
  return (
    words.has(filter.beginning) || [...words].some((word) => isMeant(word, { whole: [], beginning: filter.beginning }))
  )
}

/** Start and end of a match. */
export type Mark = [start: number, end: number]

/** Characters shown of a text, and how many of them come before the first match. */
const [SHOWN, BEFORE] = [160, 24]

const LETTERS = '[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*'
const SHOWN_WORD = new RegExp(`${LETTERS}(?:${APOSTROPHE}${LETTERS})*`, 'gu')

/** The part of the text around the first matches, in one line, and the positions of the matches in it. */
export function snippetOf(written: string, filter: SearchTerms): { body: string; marks: Mark[] } {
  const text = withoutMarkup(written)
  const found: Mark[] = []
  let start = 0
  for (const { 0: word, index } of text.matchAll(SHOWN_WORD)) {
    if (found.length > 0 && index >= start + SHOWN) break
    const meant = [fold(word).replace(apostrophes, ''), ...fold(word).split(apostrophes)]
    if (!meant.some((one) => isMeant(shortened(one), filter))) continue
    if (found.length === 0 && index > BEFORE) start = beginningOfWord(text, index - BEFORE)
    found.push([index, index + word.length])
  }
  const lead = start > 0 ? '…' : ''
  const shown = text
    .slice(start, start + SHOWN)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/\s/g, ' ')
  const body = lead + shown + (start + SHOWN < text.length ? '…' : '')
  const marks = found.map(
    ([from, to]): Mark => [from - start + lead.length, Math.min(to - start, shown.length) + lead.length],
  )
  return { body, marks }
}

/** WhatsApp's signs around bold, italic, struck and fixed text; the bound keeps a text of signs cheap. */
const withoutMarkup = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}*_~`])([*_~]|`{1,3})(?=\S)([^\n]{0,300}?\S)\1(?![\p{L}\p{N}*_~`])/gu, '$2')

/** Cuts no word, unless it is a long one. */
function beginningOfWord(text: string, near: number): number {
  const blank = text.slice(near, near + BEFORE).search(/\s/)
  return blank < 0 ? near : near + blank + 1
}
