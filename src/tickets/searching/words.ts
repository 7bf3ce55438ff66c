/** The words of a text as they are indexed and searched: without case and accents. */
import { fold } from '../../platform/text'

/** The rest of a longer word is not told apart. */
const LONGEST = 40
const shortened = (word: string): string => word.slice(0, LONGEST)

/** Each once. */
export const wordsOf = (text: string): Set<string> =>
  new Set((fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(shortened))

/** The words that a message must have, and how one of its words begins. */
export type Wanted = { readonly whole: readonly string[]; readonly beginning: string }

/** More are ignored. */
const MOST_WORDS = 12

/** Of what was typed, whose last word may not be finished; undefined when there is no word in it. */
export function wantedOf(typed: string): Wanted | undefined {
  const words = [...wordsOf(typed)].slice(0, MOST_WORDS)
  const beginning = words.pop()
  return beginning === undefined ? undefined : { whole: words, beginning }
}

/** A single character begins too many words. */
export const isBeginning = (beginning: string): boolean => [...beginning].length > 1

const isMeant = (word: string, { whole, beginning }: Wanted): boolean =>
  whole.includes(word) || (isBeginning(beginning) ? word.startsWith(beginning) : word === beginning)

export function hasWords(text: string, wanted: Wanted): boolean {
  const words = wordsOf(text)
  if (!wanted.whole.every((word) => words.has(word))) return false
  return words.has(wanted.beginning) || [...words].some((word) => isMeant(word, { ...wanted, whole: [] }))
}

/** Where a piece of a text begins and ends. */
export type Mark = [start: number, end: number]

/** How many characters of a text are shown, and how many of them stand before the first word that was meant. */
const [SHOWN, BEFORE] = [160, 24]

/** The piece of a text around the first words that were meant, in one line, and where in it they stand. */
export function snippetOf(text: string, wanted: Wanted): { body: string; marks: Mark[] } {
  const found: Mark[] = []
  let start = 0
  for (const { 0: written, index } of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
    if (found.length > 0 && index >= start + SHOWN) break
    if (!isMeant(shortened(fold(written)), wanted)) continue
    if (found.length === 0 && index > BEFORE) start = beginningOfWord(text, index - BEFORE)
    found.push([index, index + written.length])
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

/** So that no word is cut, unless it is a long one. */
function beginningOfWord(text: string, near: number): number {
  const blank = text.slice(near, near + BEFORE).search(/\s/)
  return blank < 0 ? near : near + blank + 1
}
