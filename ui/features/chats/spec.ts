/** The rules of the internal chat: its lists, what events mean for them, and the names of chats. Pure. */
import {
  type Chat,
  type ChatMember,
  type ChatMessage,
  chatDeleted,
  chatMessageChanged,
  chatMessageCreated,
  chatRead,
  chatUpdated,
  previewOf,
  type QuotedChatMessage,
} from '../../../src/features/chats/contract'
import { on } from '../../shared/live/bus'
import type { LiveListSpec } from '../../shared/live/live-query'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { fits, needleOf } from '../../shared/plain'

export const chatsSpec: CrudSpec<Chat> = {
  key: ['chats'],
  // The latest first, as the server lists them.
  compare: (a, b) => (a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1),
  merge: later,
  events: [
    on(chatUpdated, ({ chat }) => ({ put: chat })),
    on(chatDeleted, ({ chatId }) => ({ drop: chatId })),
    on(chatMessageCreated, ({ newMessage }) => ({
      patch: newMessage.chatId,
      with: (row) => withMessage(row, newMessage),
    })),
    on(chatMessageChanged, ({ message }) => ({
      patch: message.chatId,
      with: (row) => (row.last ? { ...row, ...lastOf(withChanged(row.last, message)) } : row),
    })),
    on(chatRead, ({ chatId, ...read }) => ({ patch: chatId, with: (row) => withRead(row, read) })),
  ],
}

/** A late response does not undo known messages and read marks. */
function later(known: Chat, chat: Chat): Chat {
  const isOlder = (chat.last?.id ?? 0) < (known.last?.id ?? 0)
  const users = chat.users.map((member) => {
    const before = known.users.find(({ userId }) => userId === member.userId)
    return before && (isOlder || before.lastReadId > member.lastReadId) ? { ...before, user: member.user } : member
  })
  const { last, lastMessage, updatedAt } = isOlder ? known : chat
  const edited = known.last && last?.id === known.last.id ? lastOf(newer(known.last, last)) : { last, lastMessage }
  return { ...chat, users, ...edited, updatedAt }
}

/** The later revision of a message. */
const newer = (known: ChatMessage, message: ChatMessage): ChatMessage =>
  message.revision < known.revision ? known : message

/** A changed message, and those that answer it. */
function withChanged(row: ChatMessage, message: ChatMessage): ChatMessage {
  if (row.id === message.id) return newer(row, message)
  const { quoted } = row
  return quoted?.id === message.id && quoted.revision <= message.revision ? { ...row, quoted: quotedOf(message) } : row
}

const lastOf = (last: ChatMessage): Pick<Chat, 'last' | 'lastMessage'> => ({ last, lastMessage: previewOf(last) })

function withMessage(chat: Chat, message: ChatMessage): Chat {
  if (message.id <= (chat.last?.id ?? 0)) return chat
  const users = chat.users.map((member) =>
    member.userId === message.senderId
      ? { ...member, unreads: 0, lastReadId: message.id }
      : { ...member, unreads: member.unreads + 1 },
  )
  return { ...chat, users, ...lastOf(message), updatedAt: message.createdAt }
}

function withRead(chat: Chat, { userId, lastReadId, unreads }: Omit<ChatMember, 'user'>): Chat {
  const member = chat.users.find((one) => one.userId === userId)
  if (!member || member.lastReadId >= lastReadId) return chat
  const read = { ...member, lastReadId, unreads }
  return { ...chat, users: chat.users.map((one) => (one === member ? read : one)) }
}

/** The newest first. */
export const threadRules = (chatId: number): Omit<LiveListSpec<ChatMessage>, 'fetchPage'> => ({
  key: ['chat-messages', chatId],
  id: ({ id }) => id,
  belongs: () => true,
  compare: (a, b) => b.id - a.id,
  merge: newer,
  tail: 'kept',
  handlers: [
    on(chatMessageChanged, ({ message }) =>
      message.chatId === chatId ? { each: (row) => withChanged(row, message) } : undefined,
    ),
    on(chatMessageCreated, ({ newMessage }) => (newMessage.chatId === chatId ? { put: newMessage } : undefined)),
  ],
})

/** Its title, or the names of the other members; `alone` if nobody else is left. */
export function nameOf(chat: Chat, me: number, alone: string): string {
  const others = chat.users.filter(({ userId }) => userId !== me)
  return chat.title || others.map(({ user }) => user.name).join(', ') || alone
}

/** The colleague of an untitled chat between two. */
export function colleagueIn({ title, users }: Chat, me: number): ChatMember | undefined {
  const others = users.filter(({ userId }) => userId !== me)
  return title === '' && others.length === 1 ? others[0] : undefined
}

/** Its owner changes a chat; only who may create groups makes one of a talk between two. */
export const mayChange = ({ ownerId, title, users }: Chat, me: number, mayCreate: boolean): boolean =>
  ownerId === me && (mayCreate || title !== '' || users.length > 2)

export const memberIn = ({ users }: Chat, userId: number): ChatMember | undefined =>
  users.find((member) => member.userId === userId)

export const unreadIn = (chat: Chat, me: number): number => memberIn(chat, me)?.unreads ?? 0

/** Grouped by emoji, in the order of the first of each. */
export const reactionsOf = ({ reactions }: Pick<ChatMessage, 'reactions'>) =>
  [...Map.groupBy(reactions, ({ emoji }) => emoji)].map(([emoji, same]) => ({
    emoji,
    names: same.map(({ name }) => name),
  }))

/** What an answer shows of the message. */
export const quotedOf = ({
  id,
  senderId,
  sender,
  message,
  mediaType,
  media,
  ticketId,
  revision,
  isDeleted,
}: ChatMessage): QuotedChatMessage => ({
  id,
  senderId,
  sender,
  message,
  mediaType,
  media: media && media.name !== null ? { name: media.name } : null,
  ticketId,
  revision,
  isDeleted,
})

/** Chats whose title or members match. */
export const foundChats = (chats: readonly Chat[], text: string): readonly Chat[] =>
  chats.filter(({ title, users }) => fits(needleOf(text), title, ...users.map(({ user }) => user.name)))

/** Messages of one member further apart are not grouped. */
const TOGETHER = 5 * 60_000

type Line = { readonly message: Pick<ChatMessage, 'id' | 'senderId' | 'createdAt'> }
type Run<L> = { readonly senderId: number; readonly lines: readonly L[] }
type DayOf<L> = { readonly at: string; readonly runs: readonly Run<L>[] }

/** Messages in reading order, grouped by day and by consecutive author; a divider precedes `unreadId`. */
export function daysOf<L extends Line>(
  lines: readonly L[],
  dayOf: (at: string) => string,
  unreadId: number | null = null,
): readonly DayOf<L>[] {
  const days: { at: string; runs: { senderId: number; lines: L[] }[] }[] = []
  let before: string | undefined
  for (const line of lines) {
    const { id, senderId, createdAt } = line.message
    const day = days.at(-1)
    const run = day?.runs.at(-1)
    const isNear = before !== undefined && Date.parse(createdAt) - Date.parse(before) < TOGETHER
    const begun = { senderId, lines: [line] }
    if (!day || dayOf(day.at) !== dayOf(createdAt)) days.push({ at: createdAt, runs: [begun] })
    else if (run?.senderId === senderId && isNear && id !== unreadId) run.lines.push(line)
    else day.runs.push(begun)
    before = createdAt
  }
  return days
}

/** For each of these messages (in reading order), the members whose last read message it is, except their own. */
export function readersOf(
  messages: readonly Pick<ChatMessage, 'id' | 'senderId'>[],
  members: readonly ChatMember[],
  me: number,
): ReadonlyMap<number, readonly ChatMember[]> {
  const readers = new Map<number, ChatMember[]>()
  for (const member of members) {
    const last = messages.findLast(({ id }) => id <= member.lastReadId)
    if (member.userId === me || !last || last.senderId === member.userId) continue
    readers.set(last.id, [...(readers.get(last.id) ?? []), member])
  }
  return readers
}
