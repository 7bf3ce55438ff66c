import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Outgoing } from '../../channels/channel'
import type { StoredMedia } from '../../tickets/messages/tables'

export const chats = sqliteTable('chats', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  uuid: text('uuid').notNull(),
  /** Empty: the members' names are shown. */
  title: text('title').notNull(),
  ownerId: integer('owner_id').notNull(),
  createdBy: integer('created_by').notNull(),
  lastMessageId: integer('last_message_id'),
  createdAt: integer('created_at').notNull(),
  /** Time of the last message, or of the chat's creation. */
  updatedAt: integer('updated_at').notNull(),
})
export type StoredChat = typeof chats.$inferSelect

export const chatMembers = sqliteTable('chat_members', {
  id: integer('id').primaryKey(),
  chatId: integer('chat_id').notNull(),
  userId: integer('user_id').notNull(),
  /** Messages of others after `readId`. */
  unreads: integer('unreads').notNull().default(0),
  readId: integer('read_id').notNull().default(0),
})

export const chatMessages = sqliteTable('chat_messages', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  chatId: integer('chat_id').notNull(),
  senderId: integer('sender_id').notNull(),
  body: text('body').notNull(),
  /** Kind of the file. */
  kind: text('kind').$type<Outgoing['kind']>(),
  media: text('media', { mode: 'json' }).$type<StoredMedia>(),
  ticketId: integer('ticket_id'),
  clientId: text('client_id'),
  quotedId: integer('quoted_id'),
  isEdited: integer('is_edited', { mode: 'boolean' }).notNull().default(false),
  /** Edits, reactions, and the deletion. */
  revision: integer('revision').notNull().default(0),
  /** Without text, file and ticket. */
  isDeleted: integer('is_deleted', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
})
export type StoredChatMessage = typeof chatMessages.$inferSelect
