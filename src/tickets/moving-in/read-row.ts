/** What a row of another product's messages is, in our terms: a message, a reaction, an edit, or nothing to show. Pure. */
import type { Incoming, IncomingMedia } from '../../channels/channel'
import type { Mention, MessageExtra, MessageKind } from '../../channels/contract'
import { forwardingMarks } from '../../channels/forwarded'
import { readStoredMessage, type StoredContent } from '../../channels/whatsapp/parsing/stored'
import { readBody } from '../../moving-in/reading/signatures'
import type { SourceRows } from '../../moving-in/source'
import { cut, fileName, isBlank, oneLine } from '../../platform/text'
import { MESSAGE_LENGTH, signed } from '../messages/contract'
import { contentInBody, mentionsInBody, unknownKindIn, withoutMark, withoutPicture } from './bodies'

export type MessageRow = SourceRows['messages']

export type MovedMessage = {
  readonly is: 'message'
  readonly kind: MessageKind
  readonly body: string
  readonly extra: MessageExtra | null
  /** What WhatsApp said about the file. */
  readonly media: IncomingMedia | null
  readonly mentions: NonNullable<Incoming['mentions']>
  /** The attendant's name above the text. */
  readonly signature: string | null
  /** The message as WhatsApp delivered it, for what it quotes and who wrote it. */
  readonly stored: Incoming | null
  /** A text longer than ours can be, or a picture within it, was cut. */
  readonly isCut: boolean
}
type MovedReaction = {
  readonly is: 'reaction'
  readonly emoji: string | null
  /** WhatsApp's id of the target. */
  readonly target: string | null
  readonly at: number
  readonly stored: StoredContent['action']
}
type MovedEdit = { readonly is: 'edit'; readonly target: string; readonly body: string; readonly at: number }
type MovedDeletion = { readonly is: 'deletion'; readonly target: string }
export type RowContent = MovedMessage | MovedReaction | MovedEdit | MovedDeletion | { readonly is: 'nothing' }

/** `isAttendant`: whether a signature names somebody of the company. */
export function readRow(row: MessageRow, isAttendant: (name: string) => boolean): RowContent {
  const stored = row.dataJson === null ? null : readStoredMessage(row.dataJson)
  if (row.isPrivate) return messageOf({ kind: 'note', body: row.body, media: null }, row, null, isAttendant)
  const action = stored?.action ?? null
  if (action?.do === 'react' || isReaction(row)) return reactionOf(row, action)
  if (action?.do === 'edit' && action.target !== row.externalId)
    return { is: 'edit', target: action.target, body: cut(action.body, MESSAGE_LENGTH), at: action.at || row.saidAt }
  if (action?.do === 'revoke') return { is: 'deletion', target: action.target }
  if (isNoise(row, stored)) return { is: 'nothing' }
  const message = stored?.message ?? null
  const content = message ? storedContent(row, message, stored?.field ?? null) : contentOf(row)
  return messageOf(content, row, message, isAttendant)
}

const isReaction = ({ mediaType }: MessageRow): boolean => /^reaction/i.test(mediaType ?? '')

const LONGEST_EMOJI = 64

function reactionOf(row: MessageRow, stored: StoredContent['action']): MovedReaction {
  const said = stored?.do === 'react' ? stored.emoji : row.body
  const emoji = said === null || said === 'reaction' ? null : oneLine(said, LONGEST_EMOJI) || null
  return { is: 'reaction', emoji, target: stored?.target ?? null, at: row.saidAt, stored }
}

/** Keys, settings and the like, which are exchanged between devices and were stored like a message. */
const NOISE =
  /^(protocolMessage|senderKeyDistributionMessage|messageContextInfo|pinInChatMessage|keepInChatMessage|pollUpdateMessage|albumMessage|e2e_notification|notification_template|gp2|ciphertext)$/i

const isNoise = (row: MessageRow, stored: StoredContent | null): boolean =>
  row.mediaPath === null &&
  isBlank(row.body) &&
  ((stored !== null && stored.message === null && stored.field !== null) || NOISE.test(row.mediaType ?? ''))

type Content = {
  readonly kind: MessageKind
  readonly body: string
  readonly media: IncomingMedia | null
  readonly extra?: MessageExtra | null
}

const TEXTS = new Set(['conversation', 'extendedTextMessage'])
const CAPTIONED: ReadonlySet<MessageKind> = new Set(['image', 'video', 'document'])

/** A text or caption is what their screens showed; everything else is as WhatsApp delivered it. */
function storedContent(row: MessageRow, message: Incoming, field: string | null): Content {
  const { kind, media, extra = null } = message
  const content = { kind, media, extra }
  if (kind === 'unsupported') {
    const shown = contentOf(row)
    return shown.kind === 'unsupported' ? { ...content, body: '' } : { ...shown, extra: { ...shown.extra } }
  }
  if (TEXTS.has(field ?? '')) {
    const found = contentInBody(row.body)
    const text = found?.kind === 'chat' ? found.body : row.body
    return { ...content, body: isBlank(text) ? message.body : text, extra: { ...found?.extra, ...extra } }
  }
  return { ...content, body: (CAPTIONED.has(kind) && captionOf(row)) || message.body }
}

/** Kinds by the names that Baileys, whatsapp-web.js and the products give them; of a file, the first half of its type. */
const KINDS: readonly (readonly [RegExp, MessageKind])[] = [
  [/^(image|imageMessage|imageWhitCaptionMessage)$/i, 'image'],
  [/^(video|videoMessage|ptvMessage|gif)$/i, 'video'],
  [/^(audio|audioMessage)$/i, 'audio'],
  [/^(ptt|voice|voiceMessage)$/i, 'ptt'],
  [/^(document|documentMessage|documentWithCaptionMessage|application|text)$/i, 'document'],
  [/^(sticker|stickerMessage)$/i, 'sticker'],
]
/** What stands in for a text that there is none of. */
const PLACEHOLDERS = new Set(['áudio', 'audio', '🔊', 'sticker', 'video', 'vídeo', 'imagem', 'arquivo', '-', 'null'])

/** The content of a row without WhatsApp's own message, or with one that cannot be read. */
function contentOf(row: MessageRow): Content {
  const { body, mediaType } = row
  if (/^call_?log$/i.test(mediaType ?? ''))
    return { kind: 'call', body: '', media: null, extra: { call: { isVideo: false, outcome: 'missed' } } }
  if (row.mediaPath !== null) return { kind: kindOfFile(row, null), body: captionOf(row), media: null }
  const found = contentInBody(body)
  if (found) return found
  const unknown = unknownKindIn(body)
  if (unknown) return { kind: 'unsupported', body: '', media: null, extra: unknown }
  const kind = mediaType === 'text' ? undefined : KINDS.find(([names]) => names.test(mediaType ?? ''))?.[1]
  // Its file was never stored: what is left is that there was one.
  if (kind) return { kind, body: captionOf(row), media: null }
  if (/^viewOnce/i.test(mediaType ?? '') && isBlank(body))
    return { kind: 'viewOnce', body: '', media: null, extra: { viewOnce: true } }
  if (!isBlank(body)) return { kind: 'chat', body, media: null }
  return { kind: 'unsupported', body: '', media: null, extra: mediaType ? { unknown: oneLine(mediaType, 60) } : null }
}

const lastPart = (path: string): string => path.split('/').at(-1) ?? path

/** The kind of a message with a file, by what the product called it and by the file's type. */
export function kindOfFile(row: MessageRow, mimetype: string | null): MessageKind {
  const named = KINDS.find(([names]) => names.test(row.mediaType ?? ''))?.[1]
  const type = mimetype ?? typeByName(row.mediaPath ?? '')
  // Phones send pictures as JPEG, and stickers, which have no caption, as WebP.
  if (named === 'sticker' || (type === 'image/webp' && captionOf(row) === '')) return 'sticker'
  if (named === 'audio') return isVoice(type, row.mediaPath ?? '') ? 'ptt' : 'audio'
  if (named) return named
  const half = type.split('/')[0]
  if (half === 'image' || half === 'video') return half
  return half === 'audio' ? (isVoice(type, row.mediaPath ?? '') ? 'ptt' : 'audio') : 'document'
}

/** Phones record voice notes as Ogg, and the products' own recorders name theirs so. */
const isVoice = (type: string, path: string): boolean =>
  /^audio\/ogg/.test(type) || /\.(ogg|oga|opus)$/i.test(path) || lastPart(path).startsWith('audio-record-site')

const TYPES: Readonly<Record<string, string>> = {
  ...{ jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', gif: 'image/gif', webp: 'image/webp' },
  ...{ mp4: 'video/mp4', '3gp': 'video/3gpp', mov: 'video/quicktime', webm: 'video/webm' },
  ...{ ogg: 'audio/ogg', oga: 'audio/ogg', opus: 'audio/ogg', mp3: 'audio/mpeg', m4a: 'audio/mp4', aac: 'audio/aac' },
  ...{ wav: 'audio/wav', pdf: 'application/pdf', txt: 'text/plain', csv: 'text/csv', zip: 'application/zip' },
  ...{ doc: 'application/msword', xls: 'application/vnd.ms-excel' },
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** For files that are missing: those that are there are read. */
export const typeByName = (path: string): string =>
  TYPES[(/\.([a-z0-9]{1,5})$/i.exec(path)?.[1] ?? '').toLowerCase()] ?? 'application/octet-stream'

/** Products store a file's name as its text where there is no caption. */
function captionOf({ body, mediaPath }: MessageRow): string {
  const text = withoutMark(body).trim()
  if (PLACEHOLDERS.has(text.toLowerCase())) return ''
  return isNameOf(text, mediaPath ?? '') ? '' : body
}

const isNameOf = (text: string, path: string): boolean => {
  const ending = /\.[a-z0-9]{1,5}$/i
  if (text === '' || text.includes('\n') || text.length > 255) return false
  const [name, stored] = [text.normalize('NFC'), lastPart(path).normalize('NFC')]
  if (name === stored) return true
  return ending.test(name) && ending.exec(name)?.[0]?.toLowerCase() === ending.exec(stored)?.[0]?.toLowerCase()
}

/** The name under which a file was sent, where the product knows it. */
export function nameOfFile(row: MessageRow, media: IncomingMedia | null): string | null {
  if (media?.name) return media.name
  const text = withoutMark(row.body).trim()
  if (isNameOf(text, row.mediaPath ?? '')) return fileName(text) || null
  return row.mediaPath === null ? null : fileName(lastPart(row.mediaPath)) || null
}

const SENDERS: Readonly<Record<string, NonNullable<MessageExtra['origin']>['by']>> = {
  campaign: 'campaign',
  bot: 'bot',
  schedule: 'schedule',
  external: 'api',
}

function messageOf(
  content: Content,
  row: MessageRow,
  stored: Incoming | null,
  isAttendant: (name: string) => boolean,
): MovedMessage {
  const { fromMe } = row
  const head = readBody(content.body)
  const named = mentionsInBody(withoutMark(content.body))
  const bare = withoutPicture(named.body)
  const signature = fromMe && head.signature !== null && isAttendant(head.signature) ? head.signature : null
  const whole = signature === null ? bare : signed(readBody(bare).text, signature)
  const by = fromMe && head.isAutomatic ? 'bot' : fromMe ? SENDERS[row.sendType ?? ''] : undefined
  const extra: MessageExtra = {
    ...content.extra,
    ...(row.isForwarded && content.extra?.forwarded === undefined && forwardingMarks(1)),
    ...(named.mentions.length > 0 && { mentions: [...named.mentions] satisfies Mention[] }),
    ...(signature !== null && { signature }),
    ...(by && { origin: { by, name: '' } }),
  }
  return {
    is: 'message',
    kind: content.kind,
    body: cut(whole, MESSAGE_LENGTH),
    extra: Object.keys(extra).length > 0 ? extra : null,
    media: content.media,
    mentions: stored?.mentions ?? [],
    signature,
    stored,
    isCut: whole.length > MESSAGE_LENGTH || bare !== named.body,
  }
}
