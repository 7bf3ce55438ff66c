/** A phone's memory: its chats, and everything it wrote and got. */
import type { proto } from '@whiskeysockets/baileys'
import { type Account, type Addressing, type Chat, findMessage, type Message, messageKey } from '../account'
import type { BookEntry } from '../contract'
import { tell, type World } from '../world'
import { type Effect, effectOf, read } from './content'

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
}

/** Writes a message down, or does to another what it says. The same message a second time only counts. */
export function enter(world: World, account: Account, entry: Entry): Message {
  const isNew = !findMessage(account, entry.chat, entry.id)
  const message = note(world, account, entry)
  if (isNew && entry.fromMe) tell(world, 'message', account.phone, `${message.kind}:${message.text.slice(0, 80)}`)
  return message
}

/** The same without telling the screens. */
export function note(world: World, account: Account, entry: Entry): Message {
  const known = findMessage(account, entry.chat, entry.id)
  if (known) {
    known.times++
    return known
  }
  const effect = effectOf(entry.content)
  const message = messageOf(world, account, entry, effect !== undefined)
  account.messages.set(messageKey(entry.chat, entry.id), message)
  if (effect) apply(account, entry, effect)
  else put(chatOf(world, account, entry.chat).messages, message)
  world.changed()
  return message
}

export function chatOf(world: World, account: Account, id: string): Chat {
  const known = account.chats.get(id)
  if (known) return known
  const group = world.groups.get(id)
  const title = group?.subject ?? world.accounts.get(id)?.name ?? `+${id}`
  const chat: Chat = { id, kind: group ? 'group' : 'person', title, typing: false, messages: [] }
  account.chats.set(id, chat)
  return chat
}

/** The phone cannot read a message yet; it shows where it will stand. */
export function keepPlace(account: Account, chat: string, id: string) {
  const key = messageKey(chat, id)
  if (!account.reserved.has(key)) account.reserved.set(key, account.written++)
}

function placeOf(account: Account, { chat, id }: Entry): number {
  const key = messageKey(chat, id)
  const kept = account.reserved.get(key)
  account.reserved.delete(key)
  return kept ?? account.written++
}

/** At the end, but for one whose place was kept. */
function put(messages: Message[], message: Message) {
  const after = messages.findLastIndex(({ order }) => order < message.order)
  messages.splice(after + 1, 0, message)
}

/** A tick more. Ticks never go down. */
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

function bookEntry({ id, chat, fromMe, kind, text, order, at, deliveredAt, readAt, times }: Message): BookEntry {
  return { id, chat, fromMe, kind, text, order, sentAt: at, deliveredAt, readAt, times }
}

function messageOf(world: World, account: Account, entry: Entry, isEffect: boolean): Message {
  const { content, at, ...rest } = entry
  const isPlain = content.conversation !== undefined && content.conversation !== null
  return {
    edit: undefined,
    ...rest,
    ...read(content, world.media),
    reactions: [],
    edited: false,
    revoked: false,
    isEffect,
    content: isPlain ? null : content,
    order: placeOf(account, entry),
    at,
    deliveredAt: entry.fromMe ? null : world.now(),
    readAt: null,
    ack: entry.fromMe ? 1 : 3,
    times: 1,
  }
}

function apply(account: Account, { chat, author }: Entry, effect: Effect) {
  const target = findMessage(account, chat, effect.id)
  if (!target) return
  switch (effect.does) {
    case 'react': {
      const others = target.reactions.filter((reaction) => reaction.author !== author)
      target.reactions = effect.emoji ? [...others, { author, emoji: effect.emoji }] : others
      return
    }
    case 'edit':
      target.text = effect.text
      target.edited = true
      return
    case 'revoke':
      target.revoked = true
  }
}
