/** The internal chat, shared with the browser. Only members can read a chat or receive its events, not even admins. */
import * as v from 'valibot'
import { MessageKind } from '../../channels/contract'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, list, text } from '../../platform/formats'
import { MessageMedia, OwnReaction } from '../../tickets/messages/contract'
import { definePermission } from '../../users/permissions'

/** Groups are created by admins, talks between two by everybody; their owner edits and deletes them. */
export const createChats = definePermission('chats-page:create', ['admin'])

export const MOST_CHATS = 500
/** Members of a chat, including the owner. */
export const MOST_MEMBERS = 100
export const CHAT_MESSAGE_LENGTH = 4096
export const CHAT_PAGE = 40
/** Shorter terms do not search messages. */
export const SEARCH_LEAST = 3

/** The message that another one answers. */
export const QuotedChatMessage = v.object({
  id: Id,
  senderId: Id,
  sender: v.object({ id: Id, name: v.string() }),
  message: v.string(),
  mediaType: MessageKind,
  media: v.nullable(v.object({ name: v.nullable(v.string()) })),
  ticketId: v.nullable(Id),
  revision: v.number(),
  isDeleted: v.boolean(),
})
export type QuotedChatMessage = v.InferOutput<typeof QuotedChatMessage>

/** One for each member and message. */
export const ChatReaction = v.object({ userId: Id, name: v.string(), emoji: v.string() })
export type ChatReaction = v.InferOutput<typeof ChatReaction>

export const ChatMessage = v.object({
  id: Id,
  chatId: Id,
  senderId: Id,
  sender: v.object({ id: Id, name: v.string() }),
  message: v.string(),
  /** `chat`: a text, perhaps with a shared ticket; otherwise the kind of file. */
  mediaType: MessageKind,
  /** Address of the file, for members. */
  mediaUrl: v.nullable(v.string()),
  media: v.nullable(MessageMedia),
  /** Shown as a card; the ticket's own route decides who may open it. */
  ticketId: v.nullable(Id),
  /** Chosen by the sending page. */
  clientId: v.nullable(v.string()),
  /** Null: it answers none, or the other one is gone. */
  quoted: v.nullable(QuotedChatMessage),
  reactions: v.array(ChatReaction),
  /** Counts edits, reactions and the deletion: a later one is newer. */
  revision: v.number(),
  isEdited: v.boolean(),
  /** Without text, file and ticket. */
  isDeleted: v.boolean(),
  createdAt: Instant,
})
export type ChatMessage = v.InferOutput<typeof ChatMessage>

export const ChatMember = v.object({
  userId: Id,
  /** Unread messages of other members. */
  unreads: v.number(),
  /** Read up to this message; 0: none. */
  lastReadId: v.number(),
  user: v.object({ id: Id, name: v.string() }),
})
export type ChatMember = v.InferOutput<typeof ChatMember>

export const Chat = v.object({
  id: Id,
  uuid: v.string(),
  /** Empty: the members' names are shown. */
  title: v.string(),
  ownerId: Id,
  createdBy: v.object({ id: Id, name: v.string() }),
  /** In joining order. */
  users: v.array(ChatMember),
  /** As shown in the list: the text, or the file's name. */
  lastMessage: v.string(),
  last: v.nullable(ChatMessage),
  createdAt: Instant,
  /** Time of the last message, or of the chat's creation. */
  updatedAt: Instant,
})
export type Chat = v.InferOutput<typeof Chat>

/** `count`: total over all pages. */
export const ChatPage = v.object({ records: v.array(Chat), hasMore: v.boolean(), count: v.number() })
/** The first page is the newest; each page is in reading order. */
export const ChatMessagePage = v.object({ messages: v.array(ChatMessage), hasMore: v.boolean() })
/** Newest first, from the user's own chats. */
export const ChatSearch = v.object({ messages: v.array(ChatMessage) })

const Title = v.pipe(
  text(200, 'form.name.long'),
  v.trim(),
  v.maxLength(50, 'form.name.long'),
  v.regex(/^\P{Cc}*$/u, 'form.invalid'),
)
/** The creator and the owner are always members. */
const Members = list(Id, { least: 1, most: MOST_MEMBERS })

/** Without a title, the members' names are shown; an untitled chat with the same single colleague is reopened. */
export const CreateChat = v.object({ title: v.optional(Title), users: Members })
export type CreateChat = v.InferOutput<typeof CreateChat>
export const UpdateChat = v.partial(CreateChat)
export type UpdateChat = v.InferOutput<typeof UpdateChat>

/** Opens the talk with this colleague, and creates it if there is none. */
export const OpenDirectChat = v.object({ userId: Id })
export type OpenDirectChat = v.InferOutput<typeof OpenDirectChat>

export const ReactToChatMessage = v.object({ reaction: OwnReaction })
export type ReactToChatMessage = v.InferOutput<typeof ReactToChatMessage>

/** As JSON, or as the fields of a multipart body with one file (`ptt` and `waveform` for a voice note). */
export const SendChatMessage = v.object({
  message: v.optional(text(CHAT_MESSAGE_LENGTH)),
  /** A conversation visible to the sender. */
  ticketId: v.optional(v.nullable(Id)),
  /** A message of the same chat. */
  quotedId: v.optional(v.nullable(Id)),
  /** A message repeated under the same id is stored once. */
  clientId: v.optional(v.pipe(text(64), v.minLength(8))),
})
export type SendChatMessage = v.InferOutput<typeof SendChatMessage>

/** The text, or the caption of a file. */
export const EditChatMessage = v.object({ message: text(CHAT_MESSAGE_LENGTH) })
export type EditChatMessage = v.InferOutput<typeof EditChatMessage>

/** Read up to this message; without one, all. */
export const ReadChat = v.object({ messageId: v.optional(Id) })

/** The part of a message shown in the list. */
export const previewOf = ({ message, media }: Pick<ChatMessage, 'message' | 'media'>): string =>
  message === '' ? (media?.name ?? '') : message

const chatNo = (id: number): Subject => `chat ${id}`

/** Created, changed, or with a new member. */
export const chatUpdated = defineEvent('chat.update', v.object({ chat: Chat }), {
  about: ({ chat }) => [chatNo(chat.id)],
})
/** Deleted, or the user is no longer a member. */
export const chatDeleted = defineEvent('chat.delete', v.object({ chatId: Id }), {
  takesBack: ({ chatId }) => chatNo(chatId),
})
export const chatMessageCreated = defineEvent('chat.new-message', v.object({ newMessage: ChatMessage }), {
  about: ({ newMessage }) => [chatNo(newMessage.chatId)],
})
/** Edited or deleted by its sender, or with another reaction. */
export const chatMessageChanged = defineEvent('chat.message-update', v.object({ message: ChatMessage }), {
  about: ({ message }) => [chatNo(message.chatId)],
})
/** A member has read further. */
export const chatRead = defineEvent('chat.read', v.object({ chatId: Id, ...v.omit(ChatMember, ['user']).entries }), {
  about: ({ chatId }) => [chatNo(chatId)],
})
export const chatTyping = defineEvent('chat.typing', v.object({ chatId: Id, userId: Id }), {
  about: ({ chatId }) => [chatNo(chatId)],
})
