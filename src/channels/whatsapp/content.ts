/** What a message says: its kind, its words, its file. One table, from WhatsApp's kinds to ours. */
import type { proto, WAMessage } from '@whiskeysockets/baileys'
import type { IncomingMedia } from '../channel'
import type { MessageKind } from '../contract'
import { mediaOf } from './media-ticket'

export type Content = {
  readonly kind: MessageKind
  readonly body: string
  readonly media: IncomingMedia | null
  readonly context: proto.IContextInfo | null
}
type Reader = (message: proto.IMessage) => Omit<Content, 'context'>

/** They act on other messages, or only travel between devices: never a message of their own. */
const NOISE = new Set([
  'protocolMessage',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'reactionMessage',
  'encReactionMessage',
  'editedMessage',
  'secretEncryptedMessage',
  'pollUpdateMessage',
  'pollResultSnapshotMessage',
  'encEventResponseMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'albumMessage',
  'stickerSyncRmrMessage',
  'messageHistoryBundle',
  'messageHistoryNotice',
  'placeholderMessage',
  'call',
])
const ENVELOPE_ONLY = new Set(['messageContextInfo', 'senderKeyDistributionMessage'])

const said = (body: string | null | undefined): Omit<Content, 'context'> => ({
  kind: 'chat',
  body: body ?? '',
  media: null,
})
const shown = (body: string | null | undefined): Omit<Content, 'context'> => ({
  kind: 'unsupported',
  body: body ?? '',
  media: null,
})
const poll = ({ name, options }: proto.Message.IPollCreationMessage): Omit<Content, 'context'> =>
  shown([name, ...(options ?? []).map(({ optionName }) => `◻ ${optionName}`)].join('\n'))

const READERS: Readonly<Record<string, Reader>> = {
  conversation: (m) => said(m.conversation),
  extendedTextMessage: (m) => said(m.extendedTextMessage?.text),
  imageMessage: (m) => ({
    kind: 'image',
    body: m.imageMessage?.caption ?? '',
    media: mediaOf('image', m.imageMessage),
  }),
  videoMessage: (m) => ({
    kind: 'video',
    body: m.videoMessage?.caption ?? '',
    media: mediaOf('video', m.videoMessage),
  }),
  ptvMessage: (m) => ({ kind: 'video', body: m.ptvMessage?.caption ?? '', media: mediaOf('video', m.ptvMessage) }),
  audioMessage: (m) => ({
    kind: m.audioMessage?.ptt ? 'ptt' : 'audio',
    body: '',
    media: mediaOf('audio', m.audioMessage),
  }),
  documentMessage: (m) => ({
    kind: 'document',
    body: m.documentMessage?.caption ?? '',
    media: mediaOf('document', m.documentMessage),
  }),
  stickerMessage: (m) => ({ kind: 'sticker', body: '', media: mediaOf('sticker', m.stickerMessage) }),
  locationMessage: (m) => ({ kind: 'location', body: placeOf(m.locationMessage), media: null }),
  liveLocationMessage: (m) => ({ kind: 'location', body: placeOf(m.liveLocationMessage), media: null }),
  contactMessage: (m) => ({ kind: 'vcard', body: m.contactMessage?.vcard ?? '', media: null }),
  contactsArrayMessage: (m) => ({
    kind: 'vcard',
    body: (m.contactsArrayMessage?.contacts ?? []).map(({ vcard }) => vcard).join('\n'),
    media: null,
  }),
  buttonsResponseMessage: (m) => said(m.buttonsResponseMessage?.selectedDisplayText),
  listResponseMessage: (m) => said(m.listResponseMessage?.title),
  templateButtonReplyMessage: (m) => said(m.templateButtonReplyMessage?.selectedDisplayText),
  interactiveResponseMessage: (m) => said(m.interactiveResponseMessage?.body?.text),
  buttonsMessage: (m) => said(m.buttonsMessage?.contentText),
  listMessage: (m) => said(m.listMessage?.description ?? m.listMessage?.title),
  interactiveMessage: (m) => said(m.interactiveMessage?.body?.text),
  templateMessage: (m) => said(m.templateMessage?.hydratedTemplate?.hydratedContentText),
  pollCreationMessage: (m) => poll(m.pollCreationMessage ?? {}),
  pollCreationMessageV2: (m) => poll(m.pollCreationMessageV2 ?? {}),
  pollCreationMessageV3: (m) => poll(m.pollCreationMessageV3 ?? {}),
  eventMessage: (m) => shown(m.eventMessage?.name),
  groupInviteMessage: (m) =>
    shown([m.groupInviteMessage?.groupName, m.groupInviteMessage?.caption].filter(Boolean).join('\n')),
  orderMessage: (m) => shown(m.orderMessage?.orderTitle ?? m.orderMessage?.message),
  productMessage: (m) => shown(m.productMessage?.product?.title),
}

/** Null: nothing that belongs in a conversation. */
export function contentOf({ message, key }: WAMessage): Content | null {
  // The phone keeps view-once media to itself and sends the envelope only.
  if (!message) return key.isViewOnce ? { ...shown('[view once]'), context: null } : null
  const inner = unwrap(message)
  const name = nameOf(inner)
  if (!name || NOISE.has(name)) return null
  const read = READERS[name]
  return { ...(read ? read(inner) : shown(readable(name))), context: contextOf(inner, name) }
}

/** The words of a message, for quoting it. */
export function textOf(message: proto.IMessage): string {
  return contentOf({ key: {}, message })?.body ?? ''
}

/** Disappearing, view-once, captioned documents: wrappers around wrappers, all of one shape. */
export function unwrap(message: proto.IMessage): proto.IMessage {
  let inner = message
  for (let depth = 0; depth < 8; depth++) {
    const name = nameOf(inner)
    if (!name || name === 'editedMessage') return inner
    const wrapper = inner[name as keyof proto.IMessage] as { message?: proto.IMessage | null } | null
    const next = wrapper && typeof wrapper === 'object' ? wrapper.message : null
    if (!next || typeof next !== 'object') return inner
    inner = next
  }
  return inner
}

function nameOf(message: proto.IMessage): string | undefined {
  const names = Object.entries(message).filter(([, value]) => value !== null && value !== undefined)
  return (names.find(([name]) => !ENVELOPE_ONLY.has(name)) ??
    names.find(([name]) => name !== 'messageContextInfo'))?.[0]
}

function contextOf(message: proto.IMessage, name: string): proto.IContextInfo | null {
  const value = message[name as keyof proto.IMessage]
  return (value && typeof value === 'object' && 'contextInfo' in value && value.contextInfo) || null
}

/** `requestPaymentMessage` → `[request payment]`: better than nothing for what we have never met. */
function readable(name: string): string {
  const words = name.replace(/(Message)?(V\d+)?$/, '').replace(/([a-z])([A-Z])/g, '$1 $2')
  return `[${words.toLowerCase()}]`
}

type Place = proto.Message.ILocationMessage | proto.Message.ILiveLocationMessage
function placeOf(place: Place | null | undefined): string {
  if (!place) return ''
  const lines = 'name' in place ? [place.name, place.address] : 'caption' in place ? [place.caption] : []
  const map = `https://maps.google.com/?q=${place.degreesLatitude ?? 0},${place.degreesLongitude ?? 0}`
  return [...lines, map].filter(Boolean).join('\n')
}
