/** The words of a text as indexed and searched, without case and accents. */
import { fold } from '../../platform/text'

/** Longer words are cut to this length. */
const LONGEST = 40
const shortened = (word: string): string => word.slice(0, LONGEST)

/** Each word once. */
export const wordsOf = (text: string): Set<string> =>
  new Set((fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(shortened))

/** The words a message must contain, and the beginning of one more. */
export type SearchTerms = { readonly whole: readonly string[]; readonly beginning: string }

/** Further words are ignored. */
const MOST_WORDS = 12

/** Parses the input, whose last word may be incomplete; undefined if it contains no word. */
export function parseSearchTerms(typed: string): SearchTerms | undefined {
  const words = [...wordsOf(typed)].slice(0, MOST_WORDS)
  const beginning = words.pop()
  return beginning === undefined ? undefined : { whole: words, beginning }
}

/** A single character begins too many words. */
export const isBeginning = (beginning: string): boolean => [...beginning].length > 1

const isMeant = (word: string, { whole, beginning }: SearchTerms): boolean =>
  whole.includes(word) || (isBeginning(beginning) ? word.startsWith(beginning) : word === beginning)

export function hasWords(text: string, wanted: SearchTerms): boolean {
  const words = wordsOf(text)
  if (!wanted.whole.every((word) => words.has(word))) return false
  return words.has(wanted.beginning) || [...words].some((word) => isMeant(word, { ...wanted, whole: [] }))
}

/** Start and end of a match. */
export type Mark = [start: number, end: number]

/** Characters shown of a text, and how many of them come before the first match. */
const [SHOWN, BEFORE] = [160, 24]

/** The part of the text around the first matches, in one line, and the positions of the matches in it. */
export function snippetOf(written: string, wanted: SearchTerms): { body: string; marks: Mark[] } {
  const text = withoutMarkup(written)
  const found: Mark[] = []
  let start = 0
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
    if (found.length > 0 && index >= start + SHOWN) break
    if (!isMeant(shortened(fold(word)), wanted)) continue
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
