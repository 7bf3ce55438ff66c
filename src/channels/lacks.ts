/**
 * What a channel does not take, before it is sent. Pure, and for the browser, too: a screen shows the reason, the server
 * refuses with the same one.
 */
import { HEART, type Lack, lackOf } from './acts'
import { type Capabilities, capabilitiesOf, type FileKind } from './capabilities'
import type { ChannelKind, SendableKind } from './contract'

export type FileFacts = { readonly mimetype: string; readonly size: number | null }

/** Before it is sent, a message of any origin: `file` is null without one. */
export type WantedMessage = { readonly kind: SendableKind; readonly file: FileFacts | null }

export function lackOfReaction(channel: ChannelKind, emoji: string | null): Lack | undefined {
  const { react } = capabilitiesOf(channel)
  if (react === 'none') return { channel, lacks: 'react' }
  return react === 'heart' && emoji !== null && plain(emoji) !== plain(HEART)
    ? { channel, lacks: 'otherReactions' }
    : undefined
}

/** With and without the selector of the coloured form. */
const plain = (emoji: string) => emoji.replaceAll('\uFE0F', '')

/** The kind as which the channel takes the message, or why it does not. */
export function messageOver(channel: ChannelKind, { kind, file }: WantedMessage): SendableKind | Lack {
  switch (kind) {
    case 'chat':
      return kind
    case 'location':
      return lackOf(channel, 'places') ?? kind
    case 'vcard':
      return lackOf(channel, 'cards') ?? kind
    case 'ptt':
      return lackOf(channel, 'voice') ?? (file ? (lackOfFile(channel, ['audio'], file) ?? kind) : kind)
    case 'sticker':
      if (capabilitiesOf(channel).files.sticker === null) return { channel, lacks: 'stickers' }
      return file ? fileOver(channel, [kind], file) : kind
    default:
      return file ? fileOver(channel, [kind, ...kindsOfType(file), 'document'], file) : kind
  }
}

export const isLack = (found: SendableKind | Lack): found is Lack => typeof found !== 'string'

/** The first kind as which the channel takes the file: what is too large as a picture may go as a document. */
function fileOver(channel: ChannelKind, kinds: readonly FileKind[], file: FileFacts): FileKind | Lack {
  const { files } = capabilitiesOf(channel)
  return kinds.find((kind) => takes(files[kind], file)) ?? lackOfFile(channel, kinds, file) ?? 'document'
}

function lackOfFile(channel: ChannelKind, kinds: readonly FileKind[], file: FileFacts): Lack | undefined {
  const { files } = capabilitiesOf(channel)
  const limits = kinds.map((kind) => files[kind])
  if (limits.some((limit) => takes(limit, file))) return undefined
  const sizes = limits.flatMap((limit) => (limit && isOfType(limit, file) ? [limit.bytes] : []))
  if (sizes.length > 0) return { channel, lacks: 'fileSize', limit: Math.max(...sizes) }
  const types = ['image', 'video', 'audio', 'document'] as const
  return { channel, lacks: 'fileType', types: types.flatMap((kind) => files[kind]?.types ?? []) }
}

type FileLimit = Capabilities['files'][FileKind]

const takes = (limit: FileLimit, file: FileFacts): boolean =>
  limit !== null && isOfType(limit, file) && (file.size ?? 0) <= limit.bytes

const isOfType = ({ types }: NonNullable<FileLimit>, { mimetype }: FileFacts): boolean =>
  types.length === 0 || types.includes(bare(mimetype))

/** Without parameters such as the codecs. */
const bare = (mimetype: string): string => mimetype.split(';')[0]?.trim().toLowerCase() ?? ''

function kindsOfType({ mimetype }: FileFacts): FileKind[] {
  const family = bare(mimetype).split('/')[0]
  return family === 'image' || family === 'video' || family === 'audio' ? [family] : []
}

/** The length of a text as the channel counts it, and how many messages it takes. */
export function lengthOver(channel: ChannelKind, text: string): { readonly length: number; readonly most: number } {
  const { most, unit } = capabilitiesOf(channel).text
  return { length: unit === 'bytes' ? new TextEncoder().encode(text).length : text.length, most }
}
