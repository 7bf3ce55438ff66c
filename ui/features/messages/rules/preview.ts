/** Preview of the last message in a row: an icon, a word if the message has no text, and its author. */
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
  | 'poll'
  | 'calendar'
  | 'group'
  | 'product'
  | 'order'
  | 'once'
  | 'phone'
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
  | 'poll'
  | 'event'
  | 'invite'
  | 'product'
  | 'order'
  | 'viewOnce'
  | 'call'
  | 'unsupported'
/** `length`: of a voice note, in the server's format. */
export type Preview = { icon: PreviewIcon | null; text: string; word: PreviewWord | null; length?: string }

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
  poll: 'poll',
  event: 'calendar',
  invite: 'group',
  product: 'product',
  order: 'order',
  viewOnce: 'once',
  call: 'phone',
  unsupported: 'question',
}
/** Kinds whose body is user text. */
const readable = new Set(['chat', 'note', 'image', 'video', 'document'])
/** Kinds whose body starts with a title, such as a poll's question or a name. */
const titled = new Set(['vcard', 'location', 'poll', 'event', 'invite', 'product', 'order'])
const isWord = (kind: string): kind is PreviewWord => kind in icons && kind !== 'note'

/** Maximum length of a preview in rows and quotes. */
const SHOWN = 500

export function previewOf({ body, mediaType }: Pick<LastMessage, 'body' | 'mediaType'>): Preview {
  const icon = icons[mediaType] ?? null
  const text = readable.has(mediaType) ? plainText(body.slice(0, SHOWN)) : titled.has(mediaType) ? titleOf(body) : ''
  const length = mediaType === 'ptt' && /^\d+:\d\d$/.test(body) ? { length: body } : {}
  return { icon, text, word: text === '' && isWord(mediaType) ? mediaType : null, ...length }
}

/** The first line without links; not vCard code, and not a poll's options. */
function titleOf(body: string): string {
  const line = body.slice(0, SHOWN).trim().split(/\n|◻/, 1)[0] ?? ''
  return /^BEGIN:VCARD/i.test(line) ? '' : line.replace(/https?:\/\/\S*/gi, '').trim()
}
