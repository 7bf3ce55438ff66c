/** What a row says of the last message: an icon, a word where the message has no text, and who said it. */
import type { LastMessage } from '../../../../src/tickets/contract'
import { plainText } from './formatting'

export type PreviewIcon =
  | 'image'
  | 'video'
  | 'mic'
  | 'music'
  | 'file'
  | 'sticker'
  | 'pin'
  | 'contact'
  | 'note'
  | 'question'
/** `word` is a key under `tickets.kind`. */
export type PreviewWord =
  | 'image'
  | 'video'
  | 'audio'
  | 'ptt'
  | 'document'
  | 'sticker'
  | 'location'
  | 'vcard'
  | 'unsupported'
export type Preview = { icon: PreviewIcon | null; text: string; word: PreviewWord | null }

const icons: Record<string, PreviewIcon> = {
  image: 'image',
  video: 'video',
  audio: 'music',
  ptt: 'mic',
  document: 'file',
  sticker: 'sticker',
  location: 'pin',
  vcard: 'contact',
  note: 'note',
  unsupported: 'question',
}
const isWord = (kind: string): kind is PreviewWord => kind in icons && kind !== 'note'

export function previewOf({ body, mediaType }: Pick<LastMessage, 'body' | 'mediaType'>): Preview {
  const icon = icons[mediaType] ?? null
  const readable = ['chat', 'note', 'image', 'video', 'document'].includes(mediaType) ? plainText(body) : ''
  return { icon, text: readable, word: readable === '' && isWord(mediaType) ? mediaType : null }
}
