/** Splits a text into messages that a channel takes. Pure. */
import type { Capabilities } from '../../capabilities'

type TextLimit = Capabilities['text']

/** Longer than any letter with its marks that people write. */
const LONGEST_GRAPHEME = 100
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The text in pieces that fit, cut between words where there are any, and never inside a letter. White space at a cut is
 * left out. The same text always gives the same pieces. A blank text gives none.
 */
export function splitText(text: string, limit: TextLimit): string[] {
  const pieces: string[] = []
  let rest = text.trim()
  while (rest !== '') {
    const end = cutOf(rest, limit)
    pieces.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return pieces
}

function cutOf(text: string, limit: TextLimit): number {
  const end = endWithin(text, limit)
  if (end >= text.length) return text.length
  if (/\s/.test(text.charAt(end))) return end
  return lastBreak(text, end) ?? letterBoundary(text, end)
}

/** The end of the longest beginning that fits. */
function endWithin(text: string, { most, unit }: TextLimit): number {
  if (unit === 'characters') return most
  let [bytes, end] = [0, 0]
  while (end < text.length) {
    const point = text.codePointAt(end) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    if (bytes > most) break
    end += point < 0x10000 ? 1 : 2
  }
  return end
}

/** Between paragraphs, lines or words, in the second half: cutting a long word is better than sending a short piece. */
function lastBreak(text: string, end: number): number | undefined {
  const half = Math.floor(end / 2)
  const found = [/\n\s*\n/g, /\n/g, /\s/g].map((sign) =>
    Array.from(text.slice(half, end).matchAll(sign), ({ index }) => half + index).at(-1),
  )
  return found.find((at) => at !== undefined && at > 0)
}

/** A letter that is longer than the limit is cut between its code points. */
function letterBoundary(text: string, end: number): number {
  const start = graphemes.segment(text.slice(0, end + LONGEST_GRAPHEME)).containing(end)?.index ?? end
  if (start > 0) return start
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end
}
