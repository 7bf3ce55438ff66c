import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ChannelKind, type MessageKind } from '../channels/contract'
import type { SendingBlock } from '../contacts/groups/contract'

export const tickets = sqliteTable('tickets', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  uuid: text('uuid').notNull(),
  status: text('status', { enum: ['pending', 'open', 'closed'] }).notNull(),
  isGroup: integer('is_group', { mode: 'boolean' }).notNull().default(false),
  isBot: integer('is_bot', { mode: 'boolean' }).notNull().default(false),
  channel: text('channel', { enum: ChannelKind.options }).notNull(),
  contactId: integer('contact_id').notNull(),
  connectionId: integer('connection_id').notNull(),
  queueId: integer('queue_id'),
  userId: integer('user_id'),
  lastMessage: text('last_message').notNull().default(''),
  lastMessageId: integer('last_message_id'),
  lastKind: text('last_kind').$type<MessageKind>(),
  lastFromMe: integer('last_from_me', { mode: 'boolean' }).notNull().default(false),
  lastAck: integer('last_ack').notNull().default(0),
  lastAuthor: text('last_author'),
  lastDeleted: integer('last_deleted', { mode: 'boolean' }).notNull().default(false),
  lastMessageAt: integer('last_message_at').notNull(),
  sendingBlocked: text('sending_blocked').$type<SendingBlock>(),
  unread: integer('unread').notNull().default(0),
  markedUnread: integer('marked_unread', { mode: 'boolean' }).notNull().default(false),
  /** Since when nobody of ours has answered; a contact with the bot (`tab`) does not wait. */
  waitingSince: integer('waiting_since'),
  /** When the contact's latest message was sent, by the messenger's clock. */
  heardAt: integer('heard_at'),
  /** The contact's latest message that says more than a choice in a menu. */
  heardId: integer('heard_id'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  /** When a bot last left it to people who had not accepted it yet. `waits_from` is this, or `createdAt` without a bot. */
  botUntil: integer('bot_until'),
  /** When it was first accepted: the contact's wait ends and the handling time begins. */
  acceptedAt: integer('accepted_at'),
  closedAt: integer('closed_at'),
})
export type Ticket = typeof tickets.$inferSelect

export const ticketLog = sqliteTable('ticket_log', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  ticketId: integer('ticket_id').notNull(),
  kind: text('kind').notNull(),
  userId: integer('user_id'),
  data: text('data').notNull().default('{}'),
  createdAt: integer('created_at').notNull(),
})
