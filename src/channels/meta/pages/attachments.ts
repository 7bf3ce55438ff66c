/** Turns what came with a message into our kinds. Pure. */
import { fileName, oneLine } from '../../../platform/text'
import type { Incoming } from '../../channel'
import type { MessageExtra, MessageKind } from '../../contract'
import type { Attachment } from './elements'
import { isFileAddress } from './hosts'

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
const shares: ReadonlySet<string> = new Set(['share', 'ig_reel', 'reel', 'ig_post', 'media', 'fallback', 'ig_story'])

const TITLE_LENGTH = 300

export function itemOf(attachment: Attachment): Item {
  const type = attachment.type ?? ''
  const { payload } = attachment
  if (payload?.coordinates) return locationOf(attachment, payload.coordinates)
  const url = payload?.url ?? attachment.url
  const kind = payload?.sticker_id ? 'sticker' : fileKinds[type]
  const title = oneLine(payload?.title ?? attachment.title ?? '', TITLE_LENGTH)
  if (kind && url !== null && (!shares.has(type) || isFileAddress(url))) {
    const story = type === 'story_mention' ? ({ story: { kind: 'mention', id: null } } as const) : {}
    const caption = shares.has(type) ? title : ''
    return { kind, body: caption, media: mediaOf(kind, url, title), extra: story }
  }
  if (shares.has(type) && url !== null) return linkOf(url, title)
  if (type === 'template') return templateOf(attachment)
  return { kind: 'unsupported', body: '', media: null, extra: { unknown: type || 'attachment' } }
}

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
  const elements = payload?.elements ?? []
  const lines = [title, payload?.text, ...elements.flatMap((one) => [one.title, one.subtitle])]
  const body = [...new Set(lines.map((line) => (line ?? '').trim()).filter(Boolean))].join('\n')
  const all = [...(payload?.buttons ?? []), ...elements.flatMap(({ buttons }) => buttons ?? [])]
  const buttons = all.flatMap((one) => oneLine(one.title ?? '', TITLE_LENGTH) || []).slice(0, MAX_BUTTONS)
  const extra = buttons.length > 0 ? { buttons } : {}
  if (body === '' && buttons.length === 0)
    return { kind: 'unsupported', body: '', media: null, extra: { unknown: payload?.template_type ?? 'template' } }
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
