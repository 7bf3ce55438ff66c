/** Turns what came with a message into our kinds. Pure. */
import { ownEntry } from '../../../platform/maps'
import { fileName, oneLine } from '../../../platform/text'
import type { Incoming } from '../../channel'
import type { MessageExtra, MessageKind } from '../../contract'
import { isFileAddress } from '../hosts'
import type { Attachment } from './elements'

/** What one attachment becomes: a message of its own. */
export type Item = Pick<Incoming, 'kind' | 'body' | 'media'> & { readonly extra: MessageExtra }

type FileKind = Extract<MessageKind, 'image' | 'video' | 'audio' | 'document' | 'sticker'>
/** Meta does not say the type; the downloaded file does. */
const assumedTypes: Readonly<Record<FileKind, string>> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/mp4',
  document: 'application/octet-stream',
  sticker: 'image/png',
}
const fileKinds: Readonly<Record<string, FileKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  file: 'document',
  sticker: 'sticker',
  story_mention: 'image',
  ig_story: 'image',
  ig_reel: 'video',
  reel: 'video',
  share: 'image',
  ig_post: 'image',
  media: 'image',
}
/** Posts of others that were shared: the file if Meta gives it, else the link. */
const shares: ReadonlySet<string> = new Set([
  'share',
  'ig_reel',
  'reel',
  'ig_post',
  'post',
  'media',
  'fallback',
  'ig_story',
  'animated_image_share',
])

const TITLE_LENGTH = 300

/** The messages that attachments become. During a change of forms, Meta sent stickers twice, in the old one and the new. */
export function itemsOf(attachments: readonly Attachment[]): readonly Item[] {
  const isRepeated = ({ payload }: Attachment, at: number) =>
    payload?.sticker_id != null &&
    attachments.findIndex((one) => one.payload?.sticker_id === payload.sticker_id && one.payload.url === payload.url) <
      at
  return attachments.filter((one, at) => !isRepeated(one, at)).map(itemOf)
}

function itemOf(attachment: Attachment): Item {
  const type = attachment.type ?? ''
  const { payload } = attachment
  if (payload?.coordinates) return locationOf(attachment, payload.coordinates)
  if (type === 'ephemeral') return { kind: 'viewOnce', body: '', media: null, extra: { viewOnce: true } }
  if (type === 'like_heart') return { kind: 'chat', body: '❤️', media: null, extra: {} }
  const url = absolute(payload?.url ?? payload?.story_media_url ?? attachment.url)
  const kind = payload?.sticker_id ? 'sticker' : ownEntry(fileKinds, type)
  const title = oneLine(payload?.title ?? attachment.title ?? '', TITLE_LENGTH)
  if (kind && url !== null && (!shares.has(type) || isFileAddress(url))) {
    const story = type === 'story_mention' ? ({ story: { kind: 'mention', id: payload?.id ?? null } } as const) : {}
    const caption = shares.has(type) ? title : ''
    return { kind, body: caption, media: mediaOf(kind, url, title), extra: story }
  }
  if (shares.has(type) && url !== null) return linkOf(url, title)
  if (shares.has(type) && title !== '') return { kind: 'chat', body: title, media: null, extra: {} }
  if (type === 'template') return templateOf(attachment)
  return unknownItem(kind === 'sticker' ? kind : type || 'attachment')
}

/** `name`: of the kind, as Meta calls it. */
export const unknownItem = (name: string): Item => {
  const unknown = oneLine(name.replaceAll('_', ' '), 60)
  return { kind: 'unsupported', body: '', media: null, extra: unknown === '' ? {} : { unknown } }
}

/** Meta writes reels of its own as paths. */
const absolute = (url: string | null): string | null => (url?.startsWith('/') ? `https://www.facebook.com${url}` : url)

/** The story that a message answers, which may be a film. Its address lasts a day. */
export const storyFile = (url: string | null): Incoming['media'] =>
  url !== null && URL.canParse(url) ? mediaOf('image', url, '') : null

function locationOf({ title }: Attachment, { lat, long }: { readonly lat: number; readonly long: number }): Item {
  const name = oneLine(title ?? '', TITLE_LENGTH) || null
  const place = { latitude: lat, longitude: long, name, address: null, live: false }
  return { kind: 'location', body: '', media: null, extra: { place } }
}

function linkOf(url: string, title: string): Item {
  const preview = title === '' ? {} : { preview: { url, title, description: '', thumbnail: null } }
  return { kind: 'chat', body: url, media: null, extra: /^https?:\/\//i.test(url) ? preview : {} }
}

/** A card with a title and buttons, as a page sends it. */
function templateOf({ title, payload }: Attachment): Item {
  const elements = payload?.elements ?? payload?.generic?.elements ?? payload?.product?.elements ?? []
  const lines = [title, payload?.text, ...elements.flatMap((one) => [one.title, one.subtitle])]
  const body = [...new Set(lines.map((line) => (line ?? '').trim()).filter(Boolean))].join('\n')
  const all = [...(payload?.buttons ?? []), ...elements.flatMap(({ buttons }) => buttons ?? [])]
  const buttons = all.flatMap((one) => oneLine(one.title ?? '', TITLE_LENGTH) || []).slice(0, MAX_BUTTONS)
  const extra = buttons.length > 0 ? { buttons } : {}
  if (body === '' && buttons.length === 0) return unknownItem(payload?.template_type ?? 'template')
  return { kind: 'chat', body, media: null, extra }
}
const MAX_BUTTONS = 30

const mediaOf = (kind: FileKind, url: string, title: string): Incoming['media'] => ({
  mimetype: assumedTypes[kind],
  name: kind === 'document' ? fileName(title) || nameIn(url) : null,
  size: null,
  seconds: null,
  width: null,
  height: null,
  waveform: null,
  thumbnail: null,
  downloadKey: url,
  sha256: null,
})

/** The file's name, as Meta's addresses end with it. */
function nameIn(url: string): string | null {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  try {
    return fileName(decodeURIComponent(last)) || null
  } catch {
    return null // not encoded as addresses are
  }
}
