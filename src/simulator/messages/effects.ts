/** Messages that act on another message or on the chat instead of appearing in it. */
import { proto } from '@whiskeysockets/baileys'
import { type Account, findMessage, type Message } from '../account'
import { sha256 } from '../wire/keys'
import { phonesOf, type World } from '../world'
import { contextOf, secretOf, textIn, unwrap } from './content'
import { openSecret, type SealedSecret, type Use } from './secrets'

export type Effect =
  | { does: 'react'; id: string; emoji: string; at: number }
  | { does: 'edit'; id: string; text: string; mentionedJid: string[] }
  | { does: 'revoke'; id: string }
  | { does: 'vote'; id: string; sealed: SealedSecret }
  | { does: 'open'; id: string; use: Use; sealed: SealedSecret }
  | { does: 'disappear'; seconds: number }

const { EPHEMERAL_SETTING, REVOKE } = proto.Message.ProtocolMessage.Type

/** Undefined for a message that is shown. */
export function effectOf(content: proto.IMessage): Effect | undefined {
  const { inner } = unwrap(content)
  const { reactionMessage, pollUpdateMessage, encReactionMessage, secretEncryptedMessage, protocolMessage } = inner
  if (reactionMessage) return reactionOf(reactionMessage, reactionMessage.key?.id ?? '')
  if (pollUpdateMessage) {
    return {
      does: 'vote',
      id: pollUpdateMessage.pollCreationMessageKey?.id ?? '',
      sealed: pollUpdateMessage.vote ?? {},
    }
  }
  const secret = encReactionMessage ?? secretEncryptedMessage
  if (secret) {
    const use = encReactionMessage ? 'Enc Reaction' : 'Message Edit'
    return { does: 'open', id: secret.targetMessageKey?.id ?? '', use, sealed: secret }
  }
  return protocolMessage ? orderOf(protocolMessage) : undefined
}

/** Maximum length of a reaction; the longest emoji have a dozen characters. */
const MOST_SIGNS = 64

const reactionOf = ({ text, senderTimestampMs }: proto.Message.IReactionMessage, id: string) =>
  ({ does: 'react', id, emoji: (text ?? '').slice(0, MOST_SIGNS), at: Number(senderTimestampMs ?? 0) }) as const

function orderOf({ type, key, editedMessage, ephemeralExpiration }: proto.Message.IProtocolMessage) {
  if (type === EPHEMERAL_SETTING) return { does: 'disappear', seconds: ephemeralExpiration ?? 0 } as const
  if (!key?.id) return undefined
  if (editedMessage) {
    const { inner } = unwrap(editedMessage)
    return {
      does: 'edit',
      id: key.id,
      text: textIn(inner),
      mentionedJid: contextOf(inner)?.mentionedJid ?? [],
    } as const
  }
  return type === REVOKE ? ({ does: 'revoke', id: key.id } as const) : undefined
}

export type Doing = { chat: string; author: string }

export function apply(world: World, account: Account, { chat, author }: Doing, effect: Effect): void {
  if (effect.does === 'disappear') {
    const known = account.chats.get(chat)
    if (known) known.disappearing = effect.seconds
    return
  }
  const target = findMessage(account, chat, effect.id)
  if (!target) return
  switch (effect.does) {
    case 'react': {
      // A later one arrived earlier, because this one had to be resent.
      if (effect.at < (target.reactedAt[author] ?? 0)) return
      target.reactedAt = { ...target.reactedAt, [author]: effect.at }
      const others = target.reactions.filter((reaction) => reaction.author !== author)
      target.reactions = effect.emoji ? [...others, { author, emoji: effect.emoji }] : others
      return
    }
    case 'edit':
      target.text = effect.text
      target.mentions = phonesOf(world, effect.mentionedJid)
      target.edited = true
      return
    case 'revoke':
      target.revoked = true
      return
    case 'vote':
      countVote(target, author, unseal(world, target, { author, use: 'Poll Vote', sealed: effect.sealed }))
      return
    case 'open': {
      const opened = unseal(world, target, { author, use: effect.use, sealed: effect.sealed })
      const meant = opened && meaningOf(effect.use, effect.id, opened)
      if (meant) apply(world, account, { chat, author }, meant)
    }
  }
}

function unseal(
  world: World,
  target: Message,
  { author, use, sealed }: { author: string; use: Use; sealed: SealedSecret },
) {
  const [writer, by] = [world.accounts.get(target.author), world.accounts.get(author)]
  const secret = secretOf(target.content)
  return writer && by && secret ? openSecret({ use, id: target.id, author: writer, by, secret }, sealed) : undefined
}

function meaningOf(use: Use, id: string, opened: Buffer): Effect | undefined {
  if (use === 'Enc Reaction') {
    return reactionOf(proto.Message.ReactionMessage.decode(opened), id)
  }
  const { protocolMessage } = proto.Message.decode(opened)
  return protocolMessage ? orderOf(protocolMessage) : undefined
}

/** A vote contains the digests of options, and replaces the previous vote. */
function countVote({ poll }: Message, author: string, opened: Buffer | undefined) {
  if (!poll || !opened) return
  const chosen = new Set(
    proto.Message.PollVoteMessage.decode(opened).selectedOptions?.map((digest) => Buffer.from(digest).toString('hex')),
  )
  for (const option of poll.options) {
    const others = option.votes.filter((voter) => voter !== author)
    option.votes = chosen.has(digestOf(option.text).toString('hex')) ? [...others, author] : others
  }
}

export const digestOf = (option: string): Buffer => sha256(Buffer.from(option))
