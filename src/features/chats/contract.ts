/** The internal chat, as the browser knows it. Members alone see, hear and open anything of a chat, also where others are admins. */
import * as v from 'valibot'
import { MessageKind } from '../../channels/contract'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, list, text } from '../../platform/formats'
import { MessageMedia } from '../../tickets/messages/contract'
import { definePermission } from '../../users/permissions'

/** Chats are created by admins; their owner edits and deletes them. */
export const createChats = definePermission('chats-page:create', ['admin'])

export const MOST_CHATS = 500
/** Of one chat, the owner included. */
export const MOST_MEMBERS = 100
export const CHAT_MESSAGE_LENGTH = 4096
export const CHAT_PAGE = 40
/** Shorter words are not searched for in messages. */
export const SEARCH_LEAST = 3

export const ChatMessage = v.object({
  id: Id,
  chatId: Id,
  senderId: Id,
  sender: v.object({ id: Id, name: v.string() }),
  message: v.string(),
  /** `chat`: a text, perhaps with a shared ticket; otherwise what the file is. */
  mediaType: MessageKind,
  /** Address of the file, for members. */
  mediaUrl: v.nullable(v.string()),
  media: v.nullable(MessageMedia),
  /** Shown as a card; whether somebody may open it, the ticket's own route says. */
  ticketId: v.nullable(Id),
  /** Chosen by the screen that sent it. */
  clientId: v.nullable(v.string()),
  createdAt: Instant,
})
export type ChatMessage = v.InferOutput<typeof ChatMessage>

export const ChatMember = v.object({
  userId: Id,
  /** Messages of others that they have not read. */
  unreads: v.number(),
  /** Read up to this message; 0: none. */
  lastReadId: v.number(),
  user: v.object({ id: Id, name: v.string() }),
})
export type ChatMember = v.InferOutput<typeof ChatMember>

export const Chat = v.object({
  id: Id,
  uuid: v.string(),
  /** Empty: it is called by its members. */
  title: v.string(),
  ownerId: Id,
  createdBy: v.object({ id: Id, name: v.string() }),
  /** In the order in which they came. */
  users: v.array(ChatMember),
  /** As the list shows it: the text, or the file's name. */
  lastMessage: v.string(),
  last: v.nullable(ChatMessage),
  createdAt: Instant,
  /** Of the last message, or the chat's beginning. */
  updatedAt: Instant,
})
export type Chat = v.InferOutput<typeof Chat>

/** `count`: of all pages. */
export const ChatPage = v.object({ records: v.array(Chat), hasMore: v.boolean(), count: v.number() })
/** The first page is the newest; each page is in reading order. */
export const ChatMessagePage = v.object({ messages: v.array(ChatMessage), hasMore: v.boolean() })
/** Newest first, of the person's own chats. */
export const ChatSearch = v.object({ messages: v.array(ChatMessage) })

const Title = v.pipe(
  text(200, 'form.name.long'),
  v.trim(),
  v.maxLength(50, 'form.name.long'),
  v.regex(/^\P{Cc}*$/u, 'form.invalid'),
)
/** The creator and the owner are always members. */
const Members = list(Id, { least: 1, most: MOST_MEMBERS })

/** Without a title it is called by its members; one with the same single colleague is opened again. */
export const CreateChat = v.object({ title: v.optional(Title), users: Members })
export type CreateChat = v.InferOutput<typeof CreateChat>
export const UpdateChat = v.partial(CreateChat)
export type UpdateChat = v.InferOutput<typeof UpdateChat>

/** As JSON, or as the fields of a multipart body with one file (`ptt` and `waveform` for a voice note). */
export const SendChatMessage = v.object({
  message: v.optional(text(CHAT_MESSAGE_LENGTH)),
  /** A conversation that the sender sees. */
  ticketId: v.optional(v.nullable(Id)),
  /** Sent again under the same one, it is stored once. */
  clientId: v.optional(v.pipe(text(64), v.minLength(8))),
})
export type SendChatMessage = v.InferOutput<typeof SendChatMessage>

/** Up to which message; without one, all. */
export const ReadChat = v.object({ messageId: v.optional(Id) })

/** What the list shows of a message. */
export const previewOf = ({ message, media }: Pick<ChatMessage, 'message' | 'media'>): string =>
  message === '' ? (media?.name ?? '') : message

const chatNo = (id: number): Subject => `chat ${id}`

/** New, changed, or somebody new is a member. */
export const chatUpdated = defineEvent('chat.update', v.object({ chat: Chat }), {
  about: ({ chat }) => [chatNo(chat.id)],
})
/** Deleted, or one is no longer a member. */
export const chatDeleted = defineEvent('chat.delete', v.object({ chatId: Id }), {
  takesBack: ({ chatId }) => chatNo(chatId),
})
export const chatMessageCreated = defineEvent('chat.new-message', v.object({ newMessage: ChatMessage }), {
  about: ({ newMessage }) => [chatNo(newMessage.chatId)],
})
/** A member has read on. */
export const chatRead = defineEvent('chat.read', v.object({ chatId: Id, ...v.omit(ChatMember, ['user']).entries }), {
  about: ({ chatId }) => [chatNo(chatId)],
})
export const chatTyping = defineEvent('chat.typing', v.object({ chatId: Id, userId: Id }), {
  about: ({ chatId }) => [chatNo(chatId)],
})
