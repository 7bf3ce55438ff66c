/** Converts WhatsApp's kinds of content to ours, in one table. Pure. */
import type { proto } from '@whiskeysockets/baileys'
import { cut, isBlank } from '../../../platform/text'
import type { IncomingMedia } from '../../channel'
import type { MessageExtra, MessageKind } from '../../contract'
import { mediaOf } from '../media/download-key'
import {
  buttonsOf,
  countOrNull,
  interactiveOf,
  lines,
  listOf,
  numberOrNull,
  orderOf,
  productOf,
  templateOf,
} from './business'
import { cardsOf } from './cards'

export type MessageContent = {
  readonly kind: MessageKind
  readonly body: string
  readonly media: IncomingMedia | null
  readonly extra?: MessageExtra
}
type Reader = (message: proto.IMessage) => MessageContent

/** Limit for poll options; phones allow twelve. */
const MOST_OPTIONS = 50
const [QUESTION, OPTION, PLACE] = [500, 200, 500]
/** Latest plausible time of an event, in milliseconds. */
const END_OF_TIME = Date.UTC(2200, 0)

/** Kinds that act on other messages or are exchanged between devices; never shown as messages. */
const NOISE = new Set([
  'protocolMessage',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'reactionMessage',
  'encReactionMessage',
  'editedMessage',
  'secretEncryptedMessage',
  'pollUpdateMessage',
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

const said = (body: string | null | undefined): MessageContent => ({ kind: 'chat', body: body ?? '', media: null })
const content = (kind: MessageKind, body: string, extra?: MessageExtra): MessageContent => ({
  kind,
  body,
  media: null,
  ...(extra && { extra }),
})

const READERS: Readonly<Record<string, Reader>> = {
  conversation: (m) => said(m.conversation),
  extendedTextMessage: (m) => said(m.extendedTextMessage?.text),
  imageMessage: ({ imageMessage: file }) => ({
    kind: 'image',
    body: file?.caption ?? '',
    media: mediaOf('image', file),
  }),
  videoMessage: ({ videoMessage: file }) => video(file, file?.gifPlayback ? { playback: 'gif' } : undefined),
  ptvMessage: ({ ptvMessage: file }) => video(file, { playback: 'note' }),
  audioMessage: ({ audioMessage: file }) => ({
    kind: file?.ptt ? 'ptt' : 'audio',
    body: '',
    media: mediaOf('audio', file),
  }),
  documentMessage: ({ documentMessage: file }) => ({
    kind: 'document',
    body: file?.caption ?? '',
    media: mediaOf('document', file),
  }),
  stickerMessage: (m) => ({ kind: 'sticker', body: '', media: mediaOf('sticker', m.stickerMessage) }),
  locationMessage: (m) => place(m.locationMessage ?? {}),
  liveLocationMessage: (m) => livePlace(m.liveLocationMessage ?? {}),
  contactMessage: (m) => cards([m.contactMessage ?? {}]),
  contactsArrayMessage: (m) => cards(m.contactsArrayMessage?.contacts ?? []),
  buttonsResponseMessage: (m) => said(m.buttonsResponseMessage?.selectedDisplayText),
  listResponseMessage: (m) => said(m.listResponseMessage?.title),
  templateButtonReplyMessage: (m) => said(m.templateButtonReplyMessage?.selectedDisplayText),
  interactiveResponseMessage: (m) => said(m.interactiveResponseMessage?.body?.text),
  buttonsMessage: (m) => buttonsOf(m.buttonsMessage ?? {}),
  listMessage: (m) => listOf(m.listMessage ?? {}),
  interactiveMessage: (m) => interactiveOf(m.interactiveMessage ?? {}),
  templateMessage: (m) => templateOf(m.templateMessage ?? {}),
  pollCreationMessage: (m) => poll(m.pollCreationMessage ?? {}),
  pollCreationMessageV2: (m) => poll(m.pollCreationMessageV2 ?? {}),
  pollCreationMessageV3: (m) => poll(m.pollCreationMessageV3 ?? {}),
  pollCreationMessageV5: (m) => poll(m.pollCreationMessageV5 ?? {}),
  pollResultSnapshotMessage: (m) => pollResult(m.pollResultSnapshotMessage ?? {}),
  eventMessage: (m) => event(m.eventMessage ?? {}),
  groupInviteMessage: ({ groupInviteMessage: m }) => content('invite', lines(m?.groupName, m?.caption)),
  newsletterAdminInviteMessage: ({ newsletterAdminInviteMessage: m }) =>
    content('invite', lines(m?.newsletterName, m?.caption)),
  orderMessage: (m) => orderOf(m.orderMessage ?? {}),
  productMessage: (m) => productOf(m.productMessage ?? {}),
}

/** Null: an action on another message. */
export function read(message: proto.IMessage, name: string): MessageContent | null {
  if (NOISE.has(name)) return null
  const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined
  const found = reader?.(message)
  return found && !showsNothing(found) ? found : content('unsupported', '', { unknown: readable(name) })
}

/** Content that would show an empty bubble: blank text, or a business message of an unknown shape. */
const showsNothing = ({ kind, body, media, extra }: MessageContent): boolean =>
  kind === 'chat' && media === null && extra === undefined && isBlank(body)

const video = (file: proto.Message.IVideoMessage | null | undefined, extra?: MessageExtra): MessageContent => ({
  kind: 'video',
  body: file?.caption ?? '',
  media: mediaOf('video', file),
  ...(extra && { extra }),
})

function place({
  degreesLatitude,
  degreesLongitude,
  name,
  address,
  comment,
  isLive,
}: proto.Message.ILocationMessage): MessageContent {
  const [latitude, longitude] = [degrees(degreesLatitude, 90), degrees(degreesLongitude, 180)]
  return content('location', lines(name, address, comment, mapAddress(latitude, longitude)), {
    place: { latitude, longitude, name: nameOf(name), address: nameOf(address), live: Boolean(isLive) },
  })
}

function livePlace({ degreesLatitude, degreesLongitude, caption }: proto.Message.ILiveLocationMessage): MessageContent {
  const [latitude, longitude] = [degrees(degreesLatitude, 90), degrees(degreesLongitude, 180)]
  return content('location', lines(caption, mapAddress(latitude, longitude)), {
    place: { latitude, longitude, name: nameOf(caption), address: null, live: true },
  })
}

/** Coordinates may arrive as NaN or out of range. */
const degrees = (value: number | null | undefined, most: number): number =>
  Math.abs(value ?? 0) <= most ? (value ?? 0) : 0

const nameOf = (text: string | null | undefined): string | null => cut(text ?? '', PLACE) || null

const mapAddress = (latitude: number, longitude: number) => `https://maps.google.com/?q=${latitude},${longitude}`

function cards(sent: readonly proto.Message.IContactMessage[]): MessageContent {
  const found = cardsOf(sent)
  return content('vcard', found.map(({ name }) => name).join(', '), { cards: found })
}

function poll({ name, options, selectableOptionsCount }: proto.Message.IPollCreationMessage): MessageContent {
  const choices = (options ?? [])
    .slice(0, MOST_OPTIONS)
    .flatMap(({ optionName }) => (optionName ? { name: cut(optionName, OPTION), votes: 0 } : []))
  return content('poll', asPoll(name, choices), {
    poll: { question: cut(name ?? '', QUESTION), options: choices, choices: selectableOptionsCount ?? 0 },
  })
}

/** A poll's result, sent as a separate message. */
function pollResult({ name, pollVotes }: proto.Message.IPollResultSnapshotMessage): MessageContent {
  const options = (pollVotes ?? []).slice(0, MOST_OPTIONS).map((vote) => ({
    name: cut(vote.optionName ?? '', OPTION),
    votes: countOrNull(vote.optionVoteCount) ?? 0,
  }))
  return content('poll', asPoll(name, options), {
    poll: { question: cut(name ?? '', QUESTION), options, choices: 0 },
  })
}

const asPoll = (question: string | null | undefined, options: readonly { readonly name: string }[]) =>
  [question, ...options.map(({ name }) => `◻ ${name}`)].join('\n')

function event({
  name,
  description,
  joinLink,
  location,
  startTime,
  endTime,
  isCanceled,
}: proto.Message.IEventMessage): MessageContent {
  const at = (seconds: typeof startTime) => {
    const known = (numberOrNull(seconds) ?? 0) * 1000
    return known > 0 && known < END_OF_TIME ? known : null
  }
  const [startsAt, endsAt] = [at(startTime), at(endTime)]
  return content('event', lines(name, description, joinLink), {
    event: {
      startsAt,
      endsAt: (endsAt ?? 0) > (startsAt ?? 0) ? endsAt : null,
      place: nameOf(location?.name || location?.address),
      isCanceled: Boolean(isCanceled),
    },
  })
}

/** `requestPaymentMessage` → `request payment`, as a name for unknown kinds. */
const readable = (name: string): string =>
  name
    .replace(/(Message)?(V\d+)?$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
