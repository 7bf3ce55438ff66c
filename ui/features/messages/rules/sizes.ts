/**
 * How much of a long text or of many cards a bubble shows at once, like WhatsApp Web, and an estimate of row heights,
 * precise enough for a steady scroll bar.
 */
import type { ContactCard } from '../../../../src/channels/contract'
import type { ConversationItem } from './conversation'
import type { Rich } from './formatting'

export type Size = { readonly letters: number; readonly lines: number }

const FIRST: Size = { letters: 700, lines: 15 }
/** Factor by which each click shows more. */
const GROWTH = 5

export const sizeAfter = (clicks: number): Size => ({
  letters: FIRST.letters * GROWTH ** clicks,
  lines: FIRST.lines * GROWTH ** clicks,
})

/** Measured on the raw text, formatting marks included. */
export const isLong = (text: string, { letters, lines }: Size = FIRST): boolean =>
  text.length > letters || hasLines(text, lines + 1)

function hasLines(text: string, count: number): boolean {
  let at = -1
  for (let line = 1; line < count; line++) {
    at = text.indexOf('\n', at + 1)
    if (at < 0) return false
  }
  return true
}

/** The parts that fit; the same array if all do. */
export function beginningOf(parts: readonly Rich[], { letters, lines }: Size): readonly Rich[] {
  const left = { letters, lines: lines - 1 }
  const shown = take(parts, left)
  return shown.length === parts.length && shown.every((part, at) => part === parts[at]) ? parts : shown
}

/**
 * The cards that fit, counting a line for each name and number, and none without any of its numbers; the same array if
 * all do.
 */
export function firstCards(cards: readonly ContactCard[], { lines }: Size): readonly ContactCard[] {
  const shown: ContactCard[] = []
  let left = lines
  for (const card of cards) {
    if (left < Math.min(2, 1 + card.numbers.length)) break
    const numbers = card.numbers.slice(0, left - 1)
    shown.push(numbers.length < card.numbers.length ? { ...card, numbers } : card)
    left -= 1 + numbers.length
  }
  return shown.length === cards.length && shown.at(-1) === cards.at(-1) ? cards : shown
}

type RoomLeft = { letters: number; lines: number }

function take(parts: readonly Rich[], left: RoomLeft): readonly Rich[] {
  const shown: Rich[] = []
  for (const part of parts) {
    if (left.letters <= 0 || left.lines < 0) break
    if ('children' in part) {
      const children = take(part.children, left)
      const isWhole =
        children.length === part.children.length && children.every((child, at) => child === part.children[at])
      shown.push(isWhole ? part : { ...part, children })
      if (!isWhole) break
    } else {
      const text = takeText(part.text, left)
      // A link is shown whole or not at all.
      shown.push(text.length === part.text.length || part.kind === 'link' ? part : { ...part, text })
      if (text.length < part.text.length) break
    }
  }
  return shown
}

function takeText(text: string, left: RoomLeft): string {
  let end = 0
  while (end < text.length && end < left.letters) {
    if (text[end] === '\n' && --left.lines < 0) break
    end++
  }
  left.letters -= end
  if (end === text.length) return text
  if (left.letters <= 0) left.letters = 0
  // Cuts between words, or in a word without end at least not inside a surrogate pair.
  const word = text.lastIndexOf(' ', end)
  const cut = left.lines >= 0 && word > end - 40 ? word : end
  return text.slice(0, isHighHalf(text.charCodeAt(cut - 1)) ? cut - 1 : cut)
}

const isHighHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

const LINE = 21
const LETTERS_PER_LINE = 62
/** Height of an album, with two tiles per row. */
const TILE = 158

export function estimateHeight(item: ConversationItem | undefined): number {
  if (!item) return 40
  if (item.kind === 'day') return 42
  if (item.kind === 'album') return (item.bubbles[0]?.first ? 16 : 8) + TILE * Math.ceil(item.bubbles.length / 2)
  if (item.kind !== 'message') return 41
  const { message, first } = item
  const gap = first ? 10 : 2
  const { letters, lines: most } = sizeAfter(0)
  const lines = message.body
    .slice(0, letters)
    .split('\n', most)
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LETTERS_PER_LINE)), 0)
  const text = message.body === '' ? 0 : lines * LINE
  return (
    gap +
    12 +
    text +
    mediaHeight(message) +
    (message.quotedMsg ? 51 : 0) +
    (message.extra?.referral ? REFERRAL : 0) +
    (message.reactions.length > 0 ? 18 : 0)
  )
}

const REFERRAL = 84

function mediaHeight({ mediaType, media, extra }: Extract<ConversationItem, { kind: 'message' }>['message']): number {
  switch (mediaType) {
    case 'image':
    case 'video':
      return 250 / frameRatio(media?.width ?? null, media?.height ?? null) + 12
    case 'sticker':
      return 128
    case 'audio':
    case 'ptt':
      return 52
    case 'document':
      return 68
    case 'location':
      return 110
    case 'vcard':
      return 60 * Math.max(1, firstCards(extra?.cards ?? [], sizeAfter(0)).length)
    case 'poll':
      return 30 + 20 * (extra?.poll?.options.length ?? 0)
    case 'event':
    case 'product':
    case 'order':
    case 'invite':
      return 70
    case 'call':
      return 52
    case 'chat':
      return extra?.preview ? 84 : 0
    default:
      return 0
  }
}

/** The size reserved for a picture before it loads: its own proportions, within limits. */
export function frameRatio(width: number | null, height: number | null): number {
  if (!width || !height) return 10 / 7
  return Math.min(2, Math.max(0.7, width / height))
}
