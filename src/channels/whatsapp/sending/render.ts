/**
 * Converts our messages to Baileys' content, including all that it would otherwise compute with tools we do not have.
 */
import type { AnyMessageContent, MiscMessageGenerationOptions, proto, WAMessageKey } from '@whiskeysockets/baileys'
import { readInPieces } from '../../../platform/garbage'
import type { Parse } from '../../../platform/parsing/parsing'
import type { Outgoing, OutgoingAction } from '../../channel'
import type { ContactCard, MessageKind, Place } from '../../contract'
import { jidOf } from '../address'
import { type Picture, pictureOf } from '../media/picture'
import { vcardOf } from '../parsing/cards'
import { mentionedBy } from '../parsing/mentions'

export type RenderedMessage = {
  readonly jid: string
  readonly content: AnyMessageContent
  readonly options: MiscMessageGenerationOptions
}

export async function render(parse: Parse, outgoing: Outgoing | OutgoingAction): Promise<RenderedMessage> {
  if ('do' in outgoing) return renderAction(outgoing)
  const picture = outgoing.kind === 'image' && outgoing.media ? await pictureOf(parse, outgoing.media.path) : null
  return renderWith(outgoing, picture)
}

/** Pure part of `render`. */
export function renderWith(outgoing: Outgoing, picture: Picture | null): RenderedMessage {
  const jid = jidOf(outgoing.to)
  const { externalId: messageId, extra } = outgoing
  const quoted = outgoing.quoted ? { quoted: quotedOf(outgoing.quoted, jid) } : {}
  const staying = extra?.expiresIn ? { ephemeralExpiration: extra.expiresIn } : {}
  const content = { ...contentOf(outgoing, picture), ...forwardedBy(extra), ...mentionedBy(outgoing) }
  return { jid, content, options: { messageId, ...quoted, ...staying } }
}

/** Key of the target of an edit, deletion or reaction. */
export function renderAction(action: OutgoingAction): RenderedMessage {
  const jid = jidOf(action.to)
  const { externalId: id, fromMe, author } = action.target
  const key = { remoteJid: jid, id, fromMe, ...(author ? { participant: jidOf(author) } : {}) }
  return { jid, content: actionContentOf(action, key), options: { messageId: action.externalId } }
}

function actionContentOf(action: OutgoingAction, key: WAMessageKey): AnyMessageContent {
  switch (action.do) {
    case 'edit':
      return { text: action.body, linkPreview: null, edit: key, ...mentionedBy(action) }
    case 'revoke':
      return { delete: key }
    case 'react':
      return { react: { key, text: action.emoji ?? '', senderTimestampMs: action.at } }
  }
}

function contentOf({ kind, body, media, extra }: Outgoing, picture: Picture | null): AnyMessageContent {
  if (kind === 'location' && extra?.place) return placed(extra.place)
  if (kind === 'vcard' && extra?.cards) return carded(extra.cards)
  // `linkPreview: null`: the server never requests an address from a message.
  if (kind === 'chat' || kind === 'location' || kind === 'vcard' || !media) return { text: body, linkPreview: null }
  const file = { stream: readInPieces(media.path) }
  const caption = body ? { caption: body } : {}
  const { mimetype } = media
  switch (kind) {
    case 'image':
      return { image: file, mimetype, ...caption, ...given(picture ?? {}) }
    case 'video':
      return { video: file, mimetype, ...caption, ...played(extra), ...given(frameOf(media)) }
    case 'document':
      return { document: file, mimetype, fileName: media.name ?? 'file', ...caption }
    case 'sticker':
      return { sticker: file, mimetype, ...sizeOf(media) }
    case 'audio':
      return { audio: file, mimetype, ptt: false, seconds: media.seconds ?? 0 }
    case 'ptt':
      return {
        audio: file,
        mimetype: mimetype === 'audio/ogg' ? 'audio/ogg; codecs=opus' : mimetype,
        ptt: true,
        seconds: media.seconds ?? 0,
        ...given({ waveform: media.waveform ? Uint8Array.from(media.waveform) : null }),
      }
  }
}

function placed({ latitude, longitude, name, address }: Place): AnyMessageContent {
  const about = { ...(name && { name }), ...(address && { address }) }
  return { location: { degreesLatitude: latitude, degreesLongitude: longitude, ...about } }
}

function carded(cards: readonly ContactCard[]): AnyMessageContent {
  const contacts = cards.map((card) => ({ displayName: card.name, vcard: vcardOf(card) }))
  return { contacts: { displayName: cards.map(({ name }) => name).join(', '), contacts } }
}

type Media = NonNullable<Outgoing['media']>

const played = (extra: Outgoing['extra']): object => {
  if (extra?.playback === 'gif') return { gifPlayback: true }
  return extra?.playback === 'note' ? { ptv: true } : {}
}

const sizeOf = ({ width, height }: Media): object => (width && height ? { width, height } : {})

const frameOf = (media: Media): object => ({
  seconds: media.seconds ?? 0,
  ...sizeOf(media),
  ...(media.thumbnail && { jpegThumbnail: media.thumbnail.slice(media.thumbnail.indexOf(',') + 1) }),
})

const forwardedBy = (extra: Outgoing['extra']): object =>
  extra?.forwarded ? { contextInfo: { isForwarded: true, forwardingScore: extra.forwardingScore ?? 1 } } : {}

/** Null keeps Baileys from computing it with sharp or ffmpeg, and omits the field. */
function given(known: object): object {
  return { jpegThumbnail: null, ...known }
}

function quotedOf({ externalId, body, kind = 'chat', fromMe, author }: NonNullable<Outgoing['quoted']>, jid: string) {
  const participant = author ? { participant: jidOf(author) } : {}
  return { key: { remoteJid: jid, id: externalId, fromMe, ...participant }, message: quotedContent(kind, body) }
}

/** Quoted content for phones that do not have the message; others show their own copy. */
function quotedContent(kind: MessageKind, body: string): proto.IMessage {
  switch (kind) {
    case 'image':
      return { imageMessage: { caption: body } }
    case 'video':
      return { videoMessage: { caption: body } }
    case 'audio':
    case 'ptt':
      return { audioMessage: { ptt: kind === 'ptt' } }
    case 'document':
      return { documentMessage: { fileName: body } }
    case 'sticker':
      return { stickerMessage: {} }
    case 'location':
      return { locationMessage: { name: body.split('\n')[0] ?? '' } }
    case 'vcard':
      return { contactMessage: { displayName: body } }
    default:
      return { conversation: body }
  }
}
