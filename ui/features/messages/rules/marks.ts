/** Which ranges of a text are highlighted, because they match a search. */
import { folded } from '../../../shared/plain'

/** What to highlight: `needles` anywhere, or as words; in one message, or in all. */
export type MarkedText = {
  readonly needles: readonly string[]
  readonly atWords: boolean
  readonly messageId: number | null
}

/** The words of the search text. */
export const wordsIn = (typed: string): string[] => folded(typed).match(/[\p{L}\p{N}]+/gu) ?? []

export type MarkedPart = { readonly text: string; readonly isMarked: boolean }

/** The text split at its highlights. Compared without case and accents. */
export function markedParts(text: string, { needles, atWords }: MarkedText): readonly MarkedPart[] {
  const sought = needles.map(folded).filter((needle) => needle !== '')
  const whole = folded(text)
  if (!sought.some((needle) => whole.includes(needle))) return [{ text, isMarked: false }]
  const parts: MarkedPart[] = []
  let done = 0
  for (const [from, to] of atWords ? wordsMeant(text, sought) : placesOf(text, sought)) {
    if (from > done) parts.push({ text: text.slice(done, from), isMarked: false })
    parts.push({ text: text.slice(from, to), isMarked: true })
    done = to
  }
  if (done < text.length) parts.push({ text: text.slice(done), isMarked: false })
  return parts
}

type Span = readonly [from: number, to: number]

/** The search words, of which the last may be incomplete. */
function wordsMeant(text: string, needles: readonly string[]): Span[] {
  const last = needles.at(-1) ?? ''
  return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)].flatMap(({ 0: written, index }): Span[] => {
    const word = folded(written)
    const isMeant = needles.includes(word) || (last.length > 1 && word.startsWith(last))
    return isMeant ? [[index, index + written.length]] : []
  })
}

function placesOf(text: string, needles: readonly string[]): Span[] {
  const { plain, origins } = unfoldable(text)
  const places: Span[] = []
  for (let at = 0; at < plain.length; ) {
    const found = longestAt(plain, at, needles)
    if (found > 0) places.push([origins[at] ?? 0, origins[at + found] ?? text.length])
    at += Math.max(1, found)
  }
  return places
}

const longestAt = (plain: string, at: number, needles: readonly string[]): number =>
  Math.max(0, ...needles.map((needle) => (plain.startsWith(needle, at) ? needle.length : 0)))

/** The folded text, and the origin of each of its characters in the text. */
function unfoldable(text: string): { plain: string; origins: number[] } {
  let plain = ''
  const origins: number[] = []
  let from = 0
  for (const letter of text) {
    const short = folded(letter)
    for (let n = 0; n < short.length; n++) origins.push(from)
    plain += short
    from += letter.length
  }
  return { plain, origins }
}
