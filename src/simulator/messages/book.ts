/** A phone's storage: its chats, and everything it sent and received. */
import type { proto } from '@whiskeysockets/baileys'
import { type Account, type Addressing, type Chat, findMessage, type Message, messageKey } from '../account'
import type { BookEntry } from '../contract'
import { logEvent, type World } from '../world'
import { apply, effectOf } from './effects'
import { NOTHING_BESIDE, read } from './reading'
import { isWritten } from './written'

export type Entry = {
  chat: string
  id: string
  fromMe: boolean
  author: string
  device: number
  at: number
  content: proto.IMessage
  addressing: Addressing
  edit?: string | undefined
  isWithheld?: boolean | undefined
}

/** Stores a message, or applies it if it is an action on another. A repeated message is only counted. */
export function enter(world: World, account: Account, entry: Entry): Message {
  const isNew = !findMessage(account, entry.chat, entry.id)
  const message = note(world, account, entry)
  if (isNew && entry.fromMe) logEvent(world, 'message', account.phone, describedAs(entry, message))
  return message
}

function describedAs({ content }: Entry, { kind, text }: Message): string {
  const effect = effectOf(content)
  return effect ? `did:${effect.does}` : `${kind}:${text.slice(0, 80)}`
}

/** As `enter`, without notifying the screens. */
export function note(world: World, account: Account, entry: Entry): Message {
  const known = findMessage(account, entry.chat, entry.id)
  if (known) {
    known.times++
    return known
  }
  const effect = effectOf(entry.content)
  const wasAwaited = account.reserved.has(messageKey(entry.chat, entry.id))
  const message = messageOf(world, account, entry, effect !== undefined)
  account.messages.set(messageKey(entry.chat, entry.id), message)
  if (effect) apply(world, account, { chat: chatOf(world, account, entry.chat).id, author: entry.author }, effect)
  else put(chatOf(world, account, entry.chat).messages, message)
  if (wasAwaited && !effect) catchUpEffects(world, account, message)
  world.changed()
  return message
}

/** Applies actions that arrived while the phone was still waiting for the message. */
function catchUpEffects(world: World, account: Account, { chat, id }: Message) {
  for (const earlier of account.messages.values()) {
    const effect = earlier.isEffect && earlier.chat === chat ? effectOf(contentOf(earlier)) : undefined
    if (effect && 'id' in effect && effect.id === id) apply(world, account, { chat, author: earlier.author }, effect)
  }
}

export function chatOf(world: World, account: Account, id: string): Chat {
  const known = account.chats.get(id)
  if (known) return known
  const group = world.groups.get(id)
  const title = group?.subject ?? world.accounts.get(id)?.name ?? `+${id}`
  const chat: Chat = { id, kind: group ? 'group' : 'person', title, typing: false, disappearing: 0, messages: [] }
  account.chats.set(id, chat)
  return chat
}

/** Reserves the position of a message that the phone cannot decrypt yet. */
export function keepPlace(account: Account, chat: string, id: string) {
  const key = messageKey(chat, id)
  if (!account.reserved.has(key)) account.reserved.set(key, account.written++)
}

function orderOf(account: Account, { chat, id }: Entry): number {
  const key = messageKey(chat, id)
  const kept = account.reserved.get(key)
  account.reserved.delete(key)
  return kept ?? account.written++
}

/** At the end, or at its reserved position. */
function put(messages: Message[], message: Message) {
  const after = messages.findLastIndex(({ order }) => order < message.order)
  messages.splice(after + 1, 0, message)
}

/** Raises the delivery status, which never decreases. */
export function raise(world: World, message: Message | undefined, ack: number) {
  if (!message || message.ack >= ack) return
  message.ack = ack
  if (ack >= 3) message.deliveredAt ??= world.now()
  if (ack >= 4) message.readAt ??= world.now()
  world.changed()
}

export const contentOf = ({ content, text }: Pick<Message, 'content' | 'text'>): proto.IMessage =>
  content ?? { conversation: text }

export const bookOf = (account: Account): BookEntry[] =>
  [...account.messages.values()].filter(({ isEffect }) => !isEffect).map(bookEntry)

function bookEntry(message: Message): BookEntry {
  const { id, chat, fromMe, kind, text, edited, revoked, reactions, media } = message
  const { order, at, deliveredAt, readAt, times } = message
  const said = { id, chat, fromMe, kind, text, edited, revoked, reactions, media: media?.id ?? null }
  return { ...said, order, sentAt: at, deliveredAt, readAt, times }
}

const NOTHING_SAID = {
  ...({ kind: 'unknown', text: '', media: null, quoted: null, viewOnce: false, forwarded: false } as const),
  ...NOTHING_BESIDE,
}

function messageOf(world: World, account: Account, entry: Entry, isEffect: boolean): Message {
  const { content, at, ...rest } = entry
  const isPlain = typeof content.conversation === 'string' && !content.messageContextInfo && !isWritten(content)
  return {
    edit: undefined,
    ...rest,
    isWithheld: rest.isWithheld ?? false,
    ...(isEffect ? NOTHING_SAID : read(world, content)),
    reactions: [],
    edited: false,
    revoked: false,
    isEffect,
    content: isPlain ? null : content,
    order: orderOf(account, entry),
    at,
    deliveredAt: entry.fromMe ? null : world.now(),
    readAt: null,
    ack: entry.fromMe ? 1 : 3,
    times: 1,
  }
}
