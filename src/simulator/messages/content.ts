/** What a message says, read from WhatsApp's own form of it. */
import type { proto } from '@whiskeysockets/baileys'
import type { MediaKind, MediaView, MessageKind } from '../contract'
import type { DescribedFile, MediaStore } from '../media/store'

export type Effect =
  | { does: 'react'; id: string; emoji: string }
  | { does: 'edit'; id: string; text: string }
  | { does: 'revoke'; id: string }

export type Said = {
  kind: MessageKind
  text: string
  media: MediaView | null
  quoted: { id: string; text: string } | null
  viewOnce: boolean
  forwarded: boolean
}

/** Peels off the wrappings: disappearing, view once, a document's caption, an edit. */
function unwrap(content: proto.IMessage): { inner: proto.IMessage; viewOnce: boolean } {
  const { ephemeralMessage, viewOnceMessage, viewOnceMessageV2, viewOnceMessageV2Extension } = content
  const once = (viewOnceMessage ?? viewOnceMessageV2 ?? viewOnceMessageV2Extension)?.message
  if (once) return { ...unwrap(once), viewOnce: true }
  const wrapped =
    ephemeralMessage?.message ?? content.documentWithCaptionMessage?.message ?? content.editedMessage?.message
  return wrapped ? unwrap(wrapped) : { inner: content, viewOnce: false }
}

/** A reaction, an edit, a deletion; undefined for a message of its own. */
export function effectOf(content: proto.IMessage): Effect | undefined {
  const { inner } = unwrap(content)
  const reaction = inner.reactionMessage
  if (reaction) return { does: 'react', id: reaction.key?.id ?? '', emoji: reaction.text ?? '' }
  const change = inner.protocolMessage
  const id = change?.key?.id
  if (!change || !id) return undefined
  if (change.editedMessage) return { does: 'edit', id, text: textIn(unwrap(change.editedMessage).inner) }
  return { does: 'revoke', id }
}

export function read(content: proto.IMessage, media: MediaStore): Said {
  const { inner, viewOnce } = unwrap(content)
  const kind = kindOf(inner)
  const context = contextOf(inner)
  const quotedId = context?.stanzaId
  const quotedText = context?.quotedMessage ? textIn(unwrap(context.quotedMessage).inner) : ''
  return {
    kind,
    text: textIn(inner),
    media: mediaIn(inner, media),
    quoted: quotedId ? { id: quotedId, text: quotedText } : null,
    viewOnce: viewOnce || Boolean(inner.imageMessage?.viewOnce ?? inner.videoMessage?.viewOnce),
    forwarded: Boolean(context?.isForwarded),
  }
}

function kindOf(inner: proto.IMessage): MessageKind {
  if (inner.conversation || inner.extendedTextMessage) return 'text'
  const [kind] = fileIn(inner) ?? []
  if (kind) return kind
  if (inner.contactMessage || inner.contactsArrayMessage) return 'contact'
  if (inner.locationMessage || inner.liveLocationMessage) return 'location'
  if (inner.pollCreationMessage || inner.pollCreationMessageV2 || inner.pollCreationMessageV3) return 'poll'
  return 'unknown'
}

/** The stanza's `type`. */
export function stanzaType(content: proto.IMessage): string {
  const { inner } = unwrap(content)
  if (inner.reactionMessage) return 'reaction'
  const kind = kindOf(inner)
  if (kind === 'poll') return 'poll'
  return kind === 'text' || kind === 'unknown' ? 'text' : 'media'
}

/** The `mediatype` of the encrypted part; undefined for text. */
export function mediaType(content: proto.IMessage): string | undefined {
  const { inner } = unwrap(content)
  if (inner.audioMessage?.ptt) return 'ptt'
  if (inner.contactMessage) return 'vcard'
  const [kind] = fileIn(inner) ?? []
  return kind
}

function textIn(inner: proto.IMessage): string {
  const poll = inner.pollCreationMessage ?? inner.pollCreationMessageV2 ?? inner.pollCreationMessageV3
  return (
    inner.conversation ??
    inner.extendedTextMessage?.text ??
    inner.imageMessage?.caption ??
    inner.videoMessage?.caption ??
    inner.documentMessage?.caption ??
    inner.contactMessage?.displayName ??
    inner.locationMessage?.name ??
    (poll && [poll.name, ...(poll.options ?? []).map((option) => `• ${option.optionName}`)].join('\n')) ??
    ''
  )
}

type FileMessage = DescribedFile & {
  fileLength?: unknown
  seconds?: number | null
  width?: number | null
  height?: number | null
  ptt?: boolean | null
  waveform?: Uint8Array | null
}

function fileIn(inner: proto.IMessage): [MediaKind, FileMessage] | undefined {
  if (inner.imageMessage) return ['image', inner.imageMessage]
  if (inner.videoMessage) return ['video', inner.videoMessage]
  if (inner.audioMessage) return ['audio', inner.audioMessage]
  if (inner.documentMessage) return ['document', inner.documentMessage]
  if (inner.stickerMessage) return ['sticker', inner.stickerMessage]
  return undefined
}

function mediaIn(inner: proto.IMessage, store: MediaStore): MediaView | null {
  const [kind, file] = fileIn(inner) ?? []
  if (!kind || !file) return null
  const attachment = store.attach(kind, file, kind)
  return {
    id: attachment?.id ?? '',
    url: attachment ? `media/${attachment.id}` : '',
    name: file.fileName ?? kind,
    mimetype: file.mimetype ?? 'application/octet-stream',
    size: Number(file.fileLength ?? 0),
    seconds: file.seconds ?? null,
    width: file.width ?? null,
    height: file.height ?? null,
    voice: Boolean(file.ptt),
    waveform: file.waveform?.length ? [...file.waveform] : null,
  }
}

function contextOf(inner: proto.IMessage): proto.IContextInfo | null | undefined {
  const [, file] = fileIn(inner) ?? []
  const holder = inner.extendedTextMessage ?? file ?? inner.contactMessage ?? inner.locationMessage
  return (holder as { contextInfo?: proto.IContextInfo | null } | undefined)?.contextInfo
}
