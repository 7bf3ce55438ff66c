/** From WhatsApp's shape of a message to ours. Pure. What is no message of a conversation gives null; the rest is never dropped. */
import type { proto, WAMessage } from '@whiskeysockets/baileys'
import type { Address, Incoming } from '../channel'
import { addressesOf, type OtherHalf, withOtherHalf } from './address'
import { type Content, contentOf, textOf } from './content'

export type Surroundings = {
  /** Waited on the server while we were away. */
  readonly offline: boolean
  readonly otherHalf: OtherHalf
}

/** Status posts and newsletters are nobody's conversation, and protocol messages are no messages. */
export function parse(message: WAMessage, around: Surroundings): Incoming | null {
  const { key } = message
  const chat = chatOf(message, around)
  const content = contentOf(message)
  if (!key.id || chat.length === 0 || !content) return null
  const isGroup = chat[0]?.kind === 'group'
  const pushName = message.pushName || null
  return {
    externalId: key.id,
    fromMe: Boolean(key.fromMe),
    chat,
    isGroup,
    author: isGroup ? memberOf(message, around) : null,
    pushName: key.fromMe ? null : pushName,
    kind: content.kind,
    body: content.body,
    media: content.media,
    ...quotedBy(content),
    sentAt: Number(message.messageTimestamp ?? 0) * 1000,
    offline: around.offline,
  }
}

/** In a group, who wrote. */
export function memberOf({ key, pushName }: WAMessage, around: Surroundings): NonNullable<Incoming['author']> {
  const addresses = withOtherHalf(addressesOf(key.participant, key.participantAlt), around.otherHalf)
  return { addresses, name: pushName || null }
}

export function chatOf({ key }: WAMessage, around: Surroundings): readonly Address[] {
  const isBroadcastList = key.remoteJid?.endsWith('@broadcast') && key.remoteJid !== 'status@broadcast'
  if (isBroadcastList) return withOtherHalf(addressesOf(key.participant, key.participantAlt), around.otherHalf)
  const addresses = addressesOf(key.remoteJid, key.remoteJidAlt)
  return addresses[0]?.kind === 'group' ? addresses.slice(0, 1) : withOtherHalf(addresses, around.otherHalf)
}

function quotedBy({ context }: Content): Pick<Incoming, 'quotedExternalId' | 'quotedBody'> {
  const quoted: proto.IMessage | null | undefined = context?.quotedMessage
  return {
    quotedExternalId: context?.stanzaId || null,
    quotedBody: (context?.stanzaId && quoted && textOf(quoted)) || null,
  }
}
