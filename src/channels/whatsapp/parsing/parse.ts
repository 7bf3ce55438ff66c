/** Converts WhatsApp's messages to ours. Pure. Returns null for anything outside a conversation; nothing else is ever dropped. */
import type { WAMessage } from '@whiskeysockets/baileys'
import { cut, personName } from '../../../platform/text'
import type { Address, Incoming } from '../../channel'
import { addressesOf, addressOf, type OtherHalf, withOtherHalf, withUsername } from '../address'
import { withMessage } from '../media/download-key'
import type { OpenedMessage } from '../receiving/open-row'
import { isBroadcastList } from './broadcast-list'
import { type Content, contentOf } from './content'
import { mentionsAll, mentionsIn } from './mentions'

export type Surroundings = {
  readonly otherHalf: OtherHalf
  /** The account's own addresses. */
  readonly me?: readonly Address[]
}

/** Null for anything outside a conversation: status posts, newsletters and protocol messages. */
export function parse(message: OpenedMessage, around: Surroundings): Incoming | null {
  const { key } = message
  const envelope = envelopeOf(message, around)
  const content = contentOf(message)
  if (!envelope || !content) return null
  return {
    ...envelope,
    pushName: key.fromMe ? null : nameIn(message),
    kind: content.kind,
    body: content.body,
    media: content.media && withMessage(content.media, key),
    extra: mentionsAll(content.context) ? { ...content.extra, mentionsAll: true } : content.extra,
    mentions: mentionsIn(content.context, around),
    secret: content.secret,
    ...quotedBy(content, around),
    sentAt: Number(message.messageTimestamp ?? 0) * 1000,
  }
}

/** Id, author and conversation of a message; null outside a conversation. */
export function envelopeOf(
  message: WAMessage,
  around: Surroundings,
): Pick<Incoming, 'externalId' | 'fromMe' | 'chat' | 'isGroup' | 'author'> | null {
  const { key } = message
  const chat = chatOf(message, around)
  if (!key.id || chat.length === 0) return null
  const isGroup = chat[0]?.kind === 'group'
  const author = isGroup ? memberOf(message, around) : null
  return { externalId: key.id, fromMe: Boolean(key.fromMe), chat, isGroup, author }
}

/** The author in a group. */
export function memberOf(message: WAMessage, around: Surroundings): NonNullable<Incoming['author']> {
  const { key } = message
  const addresses = withOtherHalf(addressesOf(key.participant, key.participantAlt), around.otherHalf)
  return { addresses: withUsername(addresses, key.participantUsername), name: nameIn(message) }
}

const nameIn = ({ pushName }: WAMessage): string | null => personName(pushName ?? '') || null

function chatOf({ key }: WAMessage, around: Surroundings): readonly Address[] {
  if (isBroadcastList(key.remoteJid))
    return withOtherHalf(addressesOf(key.participant, key.remoteJidAlt), around.otherHalf)
  // A status post has its author beside the broadcast address.
  if (!addressOf(key.remoteJid)) return []
  const addresses = addressesOf(key.remoteJid, key.remoteJidAlt)
  return addresses[0]?.kind === 'group'
    ? addresses.slice(0, 1)
    : withUsername(withOtherHalf(addresses, around.otherHalf), key.remoteJidUsername)
}

/** Maximum length of a message id; WhatsApp's own have at most 32 characters. */
export const LONGEST_ID = 200

type QuotedMessage = Pick<
  Incoming,
  'quotedExternalId' | 'quotedBody' | 'quotedKind' | 'quotedAuthor' | 'quotedMentions'
>

function quotedBy({ context }: Content, around: Surroundings): QuotedMessage {
  if (!context?.stanzaId) return { quotedExternalId: null, quotedBody: null }
  const quoted = context.quotedMessage ? contentOf({ key: {}, message: context.quotedMessage }) : null
  return {
    quotedExternalId: cut(context.stanzaId, LONGEST_ID),
    quotedBody: quoted?.body || null,
    quotedKind: quoted?.kind ?? null,
    quotedAuthor: withOtherHalf(addressesOf(context.participant), around.otherHalf),
    ...(quoted?.context && { quotedMentions: mentionsIn(quoted.context, around) }),
  }
}
