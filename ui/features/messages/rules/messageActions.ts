/** Permissions to write in a ticket and to act on a message, and optimistic results. */

import { acts, can, HEART } from '../../../../src/channels/acts'
import { type ChannelKind, EDITING, FAILED, WAITING } from '../../../../src/channels/contract'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { EDIT_WINDOW, FORWARD_LIMIT, FORWARDED_AT_ONCE, type Message } from '../../../../src/tickets/messages/contract'
import { mayAttend } from '../../../../src/users/permissions'

/** The emojis offered directly; others are in the picker. */
export const QUICK_EMOJIS = ['👍', HEART, '😂', '😮', '😢', '🙏'] as const
/** Those that the channel takes; `others`: any. */
export function emojisOver(channel: ChannelKind): { readonly quick: readonly string[]; readonly others: boolean } {
  const { react } = acts[channel]
  return react === 'any'
    ? { quick: QUICK_EMOJIS, others: true }
    : { quick: react === 'heart' ? [HEART] : [], others: false }
}

export type Subject = Pick<
  Message,
  'fromMe' | 'mediaType' | 'isDeleted' | 'ack' | 'failure' | 'createdAt' | 'isOfFormerNumber'
>
export type OnConnection = Pick<Message, 'ticketId' | 'whatsappId'>
export type Ticket = TicketState & Pick<TicketSummary, 'id' | 'whatsappId' | 'channel'>

const hasLeft = ({ fromMe, mediaType, isDeleted, ack }: Subject) =>
  mediaType !== 'note' && !isDeleted && !(fromMe && ack === FAILED)

/** A call cannot be acted on. */
export const canReact = (message: Subject): boolean =>
  hasLeft(message) && message.mediaType !== 'call' && !message.isOfFormerNumber

/** A message that went over another connection belongs to the ticket there, which may be a colleague's. */
export const wentOver = ({ whatsappId }: OnConnection, ticket: Ticket): boolean => whatsappId === ticket.whatsappId
/** Whether a user may edit, delete or retry a message. */
export const mayActOn = (person: Viewer, ticket: Ticket, message: OnConnection): boolean =>
  whyNotWrite(ticket, person) === null && wentOver(message, ticket)
/** In a group where only admins may write, others may still react. */
export function mayReact(person: Viewer, ticket: Ticket, message: Subject & OnConnection): boolean {
  const reason = whyNotWrite(ticket, person)
  const isPossible = (reason === null || reason === 'announce') && can(ticket.channel, 'react')
  return isPossible && wentOver(message, ticket) && canReact(message)
}
/** Changes nothing for the contact, so it needs no open ticket. */
export const mayCancel = (person: Viewer, ticket: Ticket, message: Subject & OnConnection): boolean =>
  message.ticketId === ticket.id && attends(person, ticket) && canCancel(message)
export const canReply = ({ mediaType }: Pick<Message, 'mediaType'>): boolean =>
  mediaType !== 'note' && mediaType !== 'call'
/** Still waiting for the messenger's confirmation. */
export const canCancel = (message: Subject): boolean =>
  message.fromMe && message.mediaType !== 'note' && !message.isDeleted && message.ack === WAITING
const wasCancelled = ({ isDeleted, failure }: Subject) => !isDeleted && failure === 'cancelled'
/** Milliseconds left to edit; 0 if it cannot be edited at all. */
export const editTimeLeft = (message: Subject, now: number): number =>
  message.fromMe &&
  message.mediaType === 'chat' &&
  !message.isOfFormerNumber &&
  (hasLeft(message) || wasCancelled(message))
    ? Math.max(0, Date.parse(message.createdAt) + EDIT_WINDOW - now)
    : 0
export const canDelete = ({ fromMe, mediaType, isDeleted, isOfFormerNumber }: Subject): boolean =>
  fromMe && mediaType !== 'note' && !isDeleted && !isOfFormerNumber

export type ReactionGroup = {
  readonly emoji: string
  readonly count: number
  readonly isOurs: boolean
  /** Null: reacted on the company's phone. */
  readonly authors: readonly (string | null)[]
  /** Null: not named. */
  readonly more: number
}

/** One chip per emoji, in order of first use. */
export function groupReactions(reactions: Message['reactions']): readonly ReactionGroup[] {
  return [...new Set(reactions.map(({ emoji }) => emoji))].map((emoji) => {
    const same = reactions.filter((one) => one.emoji === emoji)
    const more = same.reduce((sum, one) => sum + (one.more ?? 0), 0)
    return {
      emoji,
      more,
      count: same.length + more,
      isOurs: same.some(({ fromMe }) => fromMe),
      authors: same.map(({ author }) => author),
    }
  })
}

export const ownReaction = ({ reactions }: Pick<Message, 'reactions'>): string | null =>
  reactions.find(({ fromMe }) => fromMe)?.emoji ?? null

/** The company has one reaction per message; null removes it. */
export function reacted(message: Message, emoji: string | null, author: string): Message {
  const others = message.reactions.filter(({ fromMe }) => !fromMe)
  return {
    ...message,
    refused: null,
    reactions: emoji === null ? others : [...others, { emoji, fromMe: true, author }],
  }
}

/** An unsent message is simply rewritten. */
export const edited = (message: Message, body: string): Message => ({
  ...message,
  body,
  ...(message.ack !== FAILED && { isEdited: true, ack: EDITING }),
  refused: null,
})

export const deleted = (message: Message): Message => ({
  ...message,
  body: '',
  isDeleted: true,
  media: null,
  mediaUrl: null,
  extra: null,
  oldMessages: [],
  reactions: [],
  quotedMsg: null,
  refused: null,
})

/**
 * Reverts a refused action: fields still as `shown` return to `was`; changes that arrived meanwhile, such as a delivery
 * status or a file, stay.
 */
export function takenBack(row: Message, was: Message, shown: Message): Message {
  const changed = (Object.keys(was) as (keyof Message)[]) // a contract's type lists all fields
    .filter((field) => shown[field] !== was[field] && row[field] === shown[field])
  return { ...row, ...Object.fromEntries(changed.map((field) => [field, was[field]])) }
}

/** A deleted message's text also disappears from quotes. */
export function withQuoteOf(row: Message, message: Message): Message {
  const { quotedMsg } = row
  if (quotedMsg?.id !== message.id || quotedMsg.isDeleted === message.isDeleted) return row
  const body = spoken(message.body, message.extra?.mentions)
  return { ...row, quotedMsg: { ...quotedMsg, isDeleted: message.isDeleted, body } }
}

type Forwardable = Pick<Message, 'id' | 'mediaType' | 'isDeleted' | 'media' | 'extra'>

const unattached = new Set<Message['mediaType']>(['chat', 'location', 'vcard'])
const attached = new Set<Message['mediaType']>(['image', 'video', 'audio', 'ptt', 'document', 'sticker'])

/** Only messages whose file is downloaded and which are not view-once. */
export const canForward = ({ id, mediaType, isDeleted, media, extra }: Forwardable): boolean =>
  id > 0 &&
  !isDeleted &&
  !extra?.viewOnce &&
  (unattached.has(mediaType) || (attached.has(mediaType) && media?.state === 'ready'))

/** Forwarding targets. Null if the limit is reached. */
export function withContact<C extends { readonly id: number }>(chosen: readonly C[], contact: C): readonly C[] | null {
  if (chosen.some(({ id }) => id === contact.id)) return chosen.filter(({ id }) => id !== contact.id)
  return chosen.length >= FORWARD_LIMIT ? null : [...chosen, contact]
}

/** Messages to forward. Null if the limit is reached. */
export function toggled(chosen: readonly number[], id: number): readonly number[] | null {
  if (chosen.includes(id)) return chosen.filter((one) => one !== id)
  return chosen.length >= FORWARDED_AT_ONCE ? null : [...chosen, id]
}

export type NotWriting = 'pending' | 'closed' | 'colleague' | NonNullable<TicketSummary['sendingBlocked']>
export type Viewer = { id: number; profile: 'admin' | 'supervisor' | 'user'; allUserChat: boolean }
export type TicketState = Pick<TicketSummary, 'status' | 'userId' | 'isGroup' | 'sendingBlocked'>

/**
 * Why a user may not write to the contact; notes are possible in every visible ticket. With a closed connection,
 * messages wait.
 */
export function whyNotWrite(ticket: TicketState, person: Viewer): NotWriting | null {
  if (ticket.status !== 'open') return ticket.status
  return attends(person, ticket) ? ticket.sendingBlocked : 'colleague'
}

/** By the server's rule. */
export const attends = (person: Viewer, ticket: TicketState): boolean =>
  mayAttend({ ...person, userId: person.id }, ticket)
