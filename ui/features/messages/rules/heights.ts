/** Estimates a row's height before it is measured, close enough for a steady scroll bar. */
import { firstCards, sizeAfter } from './beginning'
import type { ConversationItem } from './conversation'

const LINE = 21
const LETTERS_PER_LINE = 62

export function estimateHeight(item: ConversationItem | undefined): number {
  if (!item) return 40
  if (item.kind === 'day') return 42
  if (item.kind !== 'message') return 41
  const { message, first } = item
  const gap = first ? 10 : 2
  const { letters, lines: most } = sizeAfter(0)
  const lines = message.body
    .slice(0, letters)
    .split('\n', most)
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LETTERS_PER_LINE)), 0)
  const text = message.body === '' ? 0 : lines * LINE
  return gap + 12 + text + mediaHeight(message) + (message.quotedMsg ? 51 : 0) + (message.reactions.length > 0 ? 18 : 0)
}

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
