/** Reads the content of a message from WhatsApp's format. */
import type { proto } from '@whiskeysockets/baileys'
import type { Message } from '../account'
import type { MediaView } from '../contract'
import type { MediaStore } from '../media/store'
import { phonesOf, type World } from '../world'
import { contextOf, fileIn, kindOf, pollIn, textIn, unwrap } from './content'

export type ReadMessage = Pick<Message, 'kind' | 'text' | 'media' | 'quoted' | 'viewOnce' | 'forwarded' | keyof Beside>
type Beside = Pick<
  Message,
  'forwardingScore' | 'mentions' | 'link' | 'place' | 'contacts' | 'poll' | 'disappearing' | 'receipts' | 'reactedAt'
>

/** The empty context of most messages, shared to save memory. */
export const NOTHING_BESIDE: Beside = {
  forwardingScore: 0,
  mentions: [],
  link: null,
  place: null,
  contacts: [],
  poll: null,
  disappearing: null,
  receipts: {},
  reactedAt: {},
}

export function read(world: World, content: proto.IMessage): ReadMessage {
  const { inner, viewOnce } = unwrap(content)
  const kind = kindOf(inner)
  const text = textIn(inner)
  const plain = { kind, text, media: null, quoted: null, viewOnce: false, forwarded: false, ...NOTHING_BESIDE }
  if (inner.conversation) return plain
  const context = contextOf(inner)
  const quotedText = context?.quotedMessage ? textIn(unwrap(context.quotedMessage).inner) : ''
  return {
    ...plain,
    media: mediaIn(inner, world.media),
    quoted: context?.stanzaId ? { id: context.stanzaId, text: quotedText } : null,
    viewOnce: viewOnce || Boolean(inner.imageMessage?.viewOnce ?? inner.videoMessage?.viewOnce),
    forwarded: Boolean(context?.isForwarded),
    forwardingScore: context?.forwardingScore ?? 0,
    mentions: phonesOf(world, context?.mentionedJid ?? []),
    link: linkIn(inner),
    place: placeIn(inner),
    contacts: contactsIn(inner),
    poll: votesOn(inner),
    disappearing: context?.expiration || null,
  }
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
    ...(inner.ptvMessage && { round: true }),
  }
}

function linkIn({ extendedTextMessage: text }: proto.IMessage): Message['link'] {
  if (!text?.matchedText) return null
  return { url: text.matchedText, title: text.title ?? '', description: text.description ?? '' }
}

function placeIn({ locationMessage, liveLocationMessage }: proto.IMessage): Message['place'] {
  const where = locationMessage ?? liveLocationMessage
  if (!where) return null
  const { degreesLatitude, degreesLongitude } = where
  return { latitude: degreesLatitude ?? 0, longitude: degreesLongitude ?? 0, live: Boolean(liveLocationMessage) }
}

function contactsIn({ contactMessage, contactsArrayMessage }: proto.IMessage): Message['contacts'] {
  const cards = contactsArrayMessage?.contacts ?? (contactMessage ? [contactMessage] : [])
  return cards.map(({ displayName, vcard }) => ({
    name: displayName ?? '',
    phone: /waid=(\d+)/.exec(vcard ?? '')?.[1] ?? '',
  }))
}

function votesOn(inner: proto.IMessage): Message['poll'] {
  const poll = pollIn(inner)
  if (!poll) return null
  const options = (poll.options ?? []).map(({ optionName }) => ({ text: optionName ?? '', votes: [] as string[] }))
  return { several: poll.selectableOptionsCount !== 1, options }
}
