/** Actions on messages: reactions, edits, deletions, votes. */
import { proto } from '@whiskeysockets/baileys'
import { type Account, jidOf, type Message } from '../account'
import type { World } from '../world'
import { secretOf } from './content'
import { digestOf } from './effects'
import { sealSecret, type Use } from './secrets'

const { ProtocolMessage, SecretEncryptedMessage } = proto.Message
const { EPHEMERAL_SETTING, MESSAGE_EDIT, REVOKE } = ProtocolMessage.Type

type MessageAction = { by: Account; message: Message }

export function reactionContent(
  world: World,
  { by, message }: MessageAction,
  emoji: string,
  secret = false,
): proto.IMessage {
  const key = keyOf(world, { by, message })
  const reaction = { text: emoji, senderTimestampMs: world.now() }
  if (!secret) return { reactionMessage: { key, ...reaction } }
  const plaintext = proto.Message.ReactionMessage.encode(reaction).finish()
  return { encReactionMessage: { targetMessageKey: key, ...sealed(world, { by, message }, 'Enc Reaction', plaintext) } }
}

export function editContent(
  world: World,
  { by, message }: MessageAction,
  editedMessage: proto.IMessage,
  secret = false,
): proto.IMessage {
  const key = keyOf(world, { by, message })
  const edit = { protocolMessage: { type: MESSAGE_EDIT, key, editedMessage, timestampMs: world.now() } }
  if (!secret) return edit
  const plaintext = proto.Message.encode(edit).finish()
  const secretEncType = SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT
  const closed = sealed(world, { by, message }, 'Message Edit', plaintext)
  return { secretEncryptedMessage: { targetMessageKey: key, secretEncType, ...closed } }
}

export const revokeContent = (world: World, action: MessageAction): proto.IMessage => ({
  protocolMessage: { type: REVOKE, key: keyOf(world, action) },
})

export function voteContent(world: World, { by, message }: MessageAction, options: string[]): proto.IMessage {
  const plaintext = proto.Message.PollVoteMessage.encode({ selectedOptions: options.map(digestOf) }).finish()
  return {
    pollUpdateMessage: {
      pollCreationMessageKey: keyOf(world, { by, message }),
      vote: sealed(world, { by, message }, 'Poll Vote', plaintext),
      senderTimestampMs: world.now(),
    },
  }
}

export const lifetimeContent = (world: World, seconds: number): proto.IMessage => ({
  protocolMessage: {
    type: EPHEMERAL_SETTING,
    ephemeralExpiration: seconds,
    ephemeralSettingTimestamp: Math.floor(world.now() / 1000),
  },
})

/** The message's key relative to the actor: the chat, and whether the actor wrote the message. */
function keyOf(world: World, { by, message: { id, fromMe, chat, author } }: MessageAction): proto.IMessageKey {
  const group = world.groups.get(chat)
  if (!group) return { remoteJid: `${chat}@s.whatsapp.net`, fromMe, id }
  const writer = world.accounts.get(author)
  const participant = fromMe || author === by.phone || !writer ? {} : { participant: jidOf(writer, group.addressing) }
  return { remoteJid: `${chat}@g.us`, fromMe, id, ...participant }
}

/** Does nothing if the message has no secret; messages of phones have one. */
function sealed(world: World, { by, message }: MessageAction, use: Use, plaintext: Uint8Array) {
  const form = world.groups.get(message.chat)?.addressing ?? by.habits.addressing
  const author = world.accounts.get(message.author) ?? by
  const secret = secretOf(message.content) ?? Buffer.alloc(32)
  const about = { use, id: message.id, author: jidOf(author, form), by: jidOf(by, form), secret }
  return sealSecret(by.random, about, plaintext)
}
