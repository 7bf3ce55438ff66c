/** Converts a history message to ours, in its current state with delivery status, edits and reactions. Pure. */
import type { proto, WAMessage } from '@whiskeysockets/baileys'
import type { BackfillMessage, ImportScope } from '../../backfill'
import type { Address, MessageAction } from '../../channel'
import { addressesOf, type OtherHalf, withOtherHalf, withUsername } from '../address'
import { actionOf } from '../parsing/message-actions'
import { memberOf, parse, type Surroundings } from '../parsing/parse'

/** Values of `proto.WebMessageInfo` used here. */
const FAILED = 0
const SENT = 2
const PLAYED = 5
const REVOKED = 1

export type Whose = {
  /** The conversation's id, as its messages refer to it. */
  readonly id: string
  /** The other id of the same person. */
  readonly otherId: string | null
  readonly addresses: readonly Address[]
  readonly isGroup: boolean
  readonly name: string | null
}

/** Null for anything but a conversation, such as status posts and newsletters. */
export function whose(header: proto.IConversation, otherHalf: OtherHalf): Whose | null {
  const { id, pnJid, lidJid, accountLid, name, displayName, username } = header
  const own = addressesOf(id)[0]
  if (!id || !own) return null
  const isGroup = own.kind === 'group'
  const otherId = isGroup ? null : (own.kind === 'phone' ? lidJid || accountLid : pnJid) || null
  const addresses = isGroup ? [own] : withUsername(withOtherHalf(addressesOf(id, otherId), otherHalf), username)
  return { id, otherId, addresses, isGroup, name: displayName || name || null }
}

/** Both ends are inclusive. */
export const isInScope = (scope: ImportScope, at: number): boolean => at >= scope.from && at <= scope.to

/** Null for anything outside a conversation, and for messages that were never sent. */
export function readHistoryMessage(
  info: proto.IWebMessageInfo,
  chat: Whose,
  { otherHalf, me }: Surroundings,
): BackfillMessage | MessageAction | null {
  const message = messageIn(info, chat)
  const around = { otherHalf, ...(me && { me }) }
  if (message.key.fromMe && info.status === FAILED) return null
  const action = actionOf(message, { ...around, edit: undefined })
  const edit = action?.do === 'edit' ? action : null
  if (action && !edit) return action
  const shown = edit
    ? { ...message, key: { ...message.key, id: edit.target }, message: { conversation: edit.body } }
    : message
  const isDeleted = info.messageStubType === REVOKED
  const read = parse(isDeleted ? { ...shown, message: { conversation: '' } } : shown, around)
  if (!read) return null
  const secret = read.secret ?? (info.messageSecret?.length ? Buffer.from(info.messageSecret).toString('base64') : null)
  return {
    message: {
      ...read,
      ...(edit?.mentions && { mentions: edit.mentions }),
      ...(isDeleted && { kind: 'chat', extra: null }),
      secret,
    },
    ack: read.fromMe ? ackOf(info.status) : 0,
    isDeleted,
    edit,
    reactions: (info.reactions ?? []).flatMap((reaction) => reactionOf(reaction, message, chat, otherHalf) ?? []),
  }
}

function messageIn(info: proto.IWebMessageInfo, { id, otherId }: Whose): WAMessage {
  const participant = info.key?.participant || info.participant
  return {
    ...info,
    key: {
      ...info.key,
      remoteJid: id,
      ...(otherId ? { remoteJidAlt: otherId } : {}),
      ...(participant ? { participant } : {}),
    },
  } as WAMessage // Baileys' type for stanzas from the wire, which this was too
}

const ackOf = (status: number | null | undefined): number => Math.min(PLAYED, Math.max(SENT, status ?? SENT))

function reactionOf(
  { key, text, senderTimestampMs }: proto.IReaction,
  message: WAMessage,
  chat: Whose,
  otherHalf: OtherHalf,
): MessageAction | null {
  const target = message.key.id
  if (!target || !text) return null
  const giver = messageIn({ key: key ?? {} }, chat)
  const around = { otherHalf }
  const { fromMe = false } = message.key
  return {
    // Older phones send no id: then author and time identify it.
    externalId: key?.id || `${target}/${key?.participant ?? key?.fromMe ?? ''}/${senderTimestampMs ?? ''}`,
    fromMe: Boolean(key?.fromMe),
    chat: chat.addresses,
    isGroup: chat.isGroup,
    author: chat.isGroup ? memberOf(giver, around) : null,
    target,
    whose: { fromMe: fromMe === true, author: chat.isGroup ? memberOf(message, around).addresses : [] },
    at: Number(senderTimestampMs ?? 0) || Number(message.messageTimestamp ?? 0) * 1000,
    do: 'react',
    emoji: text,
  }
}
