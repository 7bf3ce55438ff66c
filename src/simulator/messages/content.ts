/** WhatsApp's format of a message: wrappers, kind, and names on the server. */
import type { proto } from '@whiskeysockets/baileys'
import type { MediaKind, MessageKind } from '../contract'
import type { DescribedFile } from '../media/store'

/** Removes the wrappers: disappearing, view once, a document's caption, an edit. */
export function unwrap(content: proto.IMessage): { inner: proto.IMessage; viewOnce: boolean } {
  const { ephemeralMessage, viewOnceMessage, viewOnceMessageV2, viewOnceMessageV2Extension } = content
  const once = (viewOnceMessage ?? viewOnceMessageV2 ?? viewOnceMessageV2Extension)?.message
  if (once) return { ...unwrap(once), viewOnce: true }
  const wrapped =
    ephemeralMessage?.message ?? content.documentWithCaptionMessage?.message ?? content.editedMessage?.message
  return wrapped ? unwrap(wrapped) : { inner: content, viewOnce: false }
}

export function kindOf(inner: proto.IMessage): MessageKind {
  if (inner.conversation || inner.extendedTextMessage) return 'text'
  const [kind] = fileIn(inner) ?? []
  if (kind) return kind
  if (inner.contactMessage || inner.contactsArrayMessage) return 'contact'
  if (inner.locationMessage || inner.liveLocationMessage) return 'location'
  if (inner.groupInviteMessage) return 'invite'
  return pollIn(inner) ? 'poll' : 'unknown'
}

/** The stanza's `type`. */
export function stanzaType(content: proto.IMessage): string {
  const { inner } = unwrap(content)
  if (inner.reactionMessage || inner.encReactionMessage) return 'reaction'
  if (inner.pollUpdateMessage) return 'poll'
  const kind = kindOf(inner)
  if (kind === 'poll') return 'poll'
  return kind === 'text' || kind === 'unknown' ? (inner.extendedTextMessage?.matchedText ? 'media' : 'text') : 'media'
}

/** The `mediatype` of the encrypted part; undefined for text. */
export function mediaType(content: proto.IMessage): string | undefined {
  const { inner } = unwrap(content)
  if (inner.audioMessage?.ptt) return 'ptt'
  if (inner.ptvMessage) return 'ptv'
  if (inner.contactMessage) return 'vcard'
  if (inner.contactsArrayMessage) return 'contact_array'
  if (inner.locationMessage) return 'location'
  if (inner.liveLocationMessage) return 'livelocation'
  if (inner.extendedTextMessage?.matchedText) return 'url'
  const [kind] = fileIn(inner) ?? []
  return kind
}

export function textIn(inner: proto.IMessage): string {
  const poll = pollIn(inner)
  return (
    inner.conversation ??
    inner.extendedTextMessage?.text ??
    inner.imageMessage?.caption ??
    inner.videoMessage?.caption ??
    inner.documentMessage?.caption ??
    inner.contactMessage?.displayName ??
    inner.contactsArrayMessage?.displayName ??
    inner.locationMessage?.name ??
    inner.liveLocationMessage?.caption ??
    inner.groupInviteMessage?.groupName ??
    (poll && [poll.name, ...(poll.options ?? []).map((option) => `• ${option.optionName}`)].join('\n')) ??
    ''
  )
}

export const pollIn = (inner: proto.IMessage): proto.Message.IPollCreationMessage | null | undefined =>
  inner.pollCreationMessage ?? inner.pollCreationMessageV2 ?? inner.pollCreationMessageV3

export type FileMessage = DescribedFile & {
  fileLength?: unknown
  seconds?: number | null
  width?: number | null
  height?: number | null
  ptt?: boolean | null
  waveform?: Uint8Array | null
}

export function fileIn(inner: proto.IMessage): [MediaKind, FileMessage] | undefined {
  if (inner.imageMessage) return ['image', inner.imageMessage]
  if (inner.videoMessage) return ['video', inner.videoMessage]
  if (inner.ptvMessage) return ['video', inner.ptvMessage]
  if (inner.audioMessage) return ['audio', inner.audioMessage]
  if (inner.documentMessage) return ['document', inner.documentMessage]
  if (inner.stickerMessage) return ['sticker', inner.stickerMessage]
  return undefined
}

type Holder = { contextInfo?: proto.IContextInfo | null } | null | undefined

/** Context of a message: quote, mentions, expiry. */
export function contextOf(inner: proto.IMessage): proto.IContextInfo | null | undefined {
  const [, file] = fileIn(inner) ?? []
  const holder: Holder =
    inner.extendedTextMessage ??
    (file as Holder) ??
    inner.contactMessage ??
    inner.contactsArrayMessage ??
    inner.locationMessage ??
    inner.liveLocationMessage ??
    inner.groupInviteMessage ??
    pollIn(inner)
  return holder?.contextInfo
}

export const secretOf = (content: proto.IMessage | null): Uint8Array | null | undefined =>
  content?.messageContextInfo?.messageSecret
