/** Turns our messages into calls of the Send API. Pure. */
import { basename } from 'node:path'
import { capabilitiesOf } from '../../capabilities'
import type { Address, Outgoing, OutgoingAction } from '../../channel'
import type { ContactCard, MessageExtra, Place } from '../../contract'
import type { MetaCredentials } from '../credentials'
import { Unsendable } from '../product'
import { splitText } from './split'

/** Ids of our messages as `newExternalId` makes them, with an ending for all but the last part of a message. */
const OURS = /^3EB0[0-9A-F]{18}(~\d{1,4})?$/
/** Whether `metadata` is the id of a message of ours, not another app's. */
export const isOurs = (metadata: string): boolean => OURS.test(metadata)

/** What one request carries: a text, or a file, which the caller still has to bring to Meta. */
export type Piece = { readonly ours: string } & (
  | { readonly text: string; readonly quickReplies: readonly QuickReply[] }
  | { readonly file: OutgoingFile }
)
type QuickReply = { readonly content_type: 'text'; readonly title: string; readonly payload: string }
export type OutgoingFile = NonNullable<Outgoing['media']> & {
  readonly type: 'image' | 'video' | 'audio' | 'file'
  readonly name: string
}

export type PageChannel = Exclude<MetaCredentials['channel'], 'whatsapp_cloud'>

/** In order. The last has the message's own id. Throws `Unsendable`. */
export function piecesOf(outgoing: Outgoing, channel: PageChannel): Piece[] {
  const { text, buttons } = capabilitiesOf(channel)
  const { externalId, extra } = outgoing
  const quickReplies = quickRepliesOf(extra, buttons)
  const texts = splitText(quickReplies.length > 0 ? (extra?.choices?.prompt ?? '') : wordsOf(outgoing), text)
  const file = fileOf(outgoing, channel)
  const contents = [
    ...texts.map((text, at) => ({ text, quickReplies: at === texts.length - 1 ? quickReplies : [] })),
    ...(file ? [{ file }] : []),
  ]
  if (contents.length === 0) throw new Unsendable('kindRefused')
  return contents.map((content, at) => ({
    ours: at === contents.length - 1 ? externalId : `${externalId}~${at + 1}`,
    ...content,
  }))
}

/** Places and cards are no messages of their own here: they are written out. */
function wordsOf({ kind, body, extra }: Outgoing): string {
  if (kind === 'location' && extra?.place) return [body, placeInWords(extra.place)].filter(Boolean).join('\n')
  if (kind === 'vcard') return [body, ...(extra?.cards ?? []).map(cardInWords)].filter(Boolean).join('\n')
  return body
}

const placeInWords = ({ name, address, latitude, longitude }: Place): string =>
  [name, address, `https://www.google.com/maps?q=${latitude},${longitude}`].filter(Boolean).join('\n')

const cardInWords = ({ name, numbers }: ContactCard): string =>
  [name, ...numbers.map(({ number }) => number)].filter(Boolean).join('\n')

type ButtonLimits = NonNullable<ReturnType<typeof capabilitiesOf>['buttons']>

/** None if they do not fit: the text then names the choices. */
function quickRepliesOf(extra: MessageExtra | null | undefined, limits: ButtonLimits | null): QuickReply[] {
  const options = extra?.choices?.options ?? []
  if (!limits || options.length > limits.most || !extra?.choices?.prompt.trim()) return []
  if (options.some(({ title }) => title === '' || title.length > limits.title)) return []
  return options.map(({ id, title }) => ({ content_type: 'text', title, payload: id }))
}

const fileTypes: Partial<Record<Outgoing['kind'], OutgoingFile['type']>> = {
  image: 'image',
  sticker: 'image',
  video: 'video',
  audio: 'audio',
  ptt: 'audio',
  document: 'file',
}

function fileOf({ kind, media }: Outgoing, channel: PageChannel): OutgoingFile | undefined {
  const type = fileTypes[kind]
  if (!media || !type) return undefined
  const { files } = capabilitiesOf(channel)
  const limit = files[type === 'file' ? 'document' : type]
  const mimetype = media.mimetype.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!limit || (limit.types.length > 0 && !limit.types.includes(mimetype))) throw new Unsendable('fileTypeRefused')
  return { ...media, mimetype, type, name: media.name ?? basename(media.path) }
}

/** `isLate`: more than a day after the contact's last message, when only a person may answer. */
export type Delivery = { readonly to: Address; readonly isLate: boolean; readonly quoted: string | null }

/** The fields of a request beside the file, for JSON or for a form. */
export function requestOf(
  { ours }: Piece,
  content: Readonly<Record<string, unknown>>,
  { to, isLate, quoted }: Delivery,
  channel: PageChannel,
): Readonly<Record<string, unknown>> {
  return {
    recipient: { id: to.value },
    ...(isLate ? { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' } : { messaging_type: 'RESPONSE' }),
    ...(quoted !== null && { reply_to: { mid: quoted } }),
    // Comes back with the echo; Instagram's carries none.
    message: channel === 'facebook' ? { ...content, metadata: ours } : content,
  }
}

/** Null where the channel has no such action: Instagram takes a heart, Messenger nothing. */
export function reactionOf(action: OutgoingAction, channel: PageChannel): Readonly<Record<string, unknown>> | null {
  if (action.do !== 'react' || capabilitiesOf(channel).react === 'none') return null
  const { externalId } = action.target
  return {
    recipient: { id: action.to.value },
    ...(action.emoji === null
      ? { sender_action: 'unreact', payload: { message_id: externalId } }
      : { sender_action: 'react', payload: { message_id: externalId, reaction: 'love' } }),
  }
}
