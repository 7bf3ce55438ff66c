import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Address } from '../../channels/channel'
import type { Mention, MessageExtra, MessageKind, MessageOrigin } from '../../channels/contract'
import type { MessageMedia } from './contract'

/** What is stored of a file: its wire form, where it is, and how to fetch it. */
export type StoredMedia = MessageMedia & {
  /** The name of the stored file, to be read with `readStoredName`; null while not here. */
  readonly file: string | null
  /** What the channel needs to fetch it; opaque to us. */
  readonly ticket: string | null
}

/** The quoted message, stored with the reply in case we do not have the original. */
export type StoredQuote = {
  readonly externalId: string
  readonly body: string
  readonly fromMe: boolean
  readonly kind: MessageKind
  readonly author: string | null
  /** The people it mentions, if any. */
  readonly mentions?: readonly Mention[]
  /** Of ours that no person wrote. */
  readonly origin?: MessageOrigin
}

/** An action the messenger refused; `reason` is a key under `messages.failure`. */
export type RefusedAction = { readonly act: 'edit' | 'revoke' | 'react'; readonly reason: string }

export const messages = sqliteTable('messages', {
  /** In the range of a contact (`nextMessageId`): rises with time within a conversation, not over the company. */
  id: integer('id').primaryKey({ autoIncrement: true }),
  ticketId: integer('ticket_id'),
  contactId: integer('contact_id').notNull(),
  connectionId: integer('connection_id').notNull(),
  externalId: text('external_id'),
  clientId: text('client_id'),
  fromMe: integer('from_me', { mode: 'boolean' }).notNull(),
  kind: text('kind').$type<MessageKind>().notNull(),
  body: text('body').notNull(),
  ack: integer('ack').notNull().default(0),
  failure: text('failure'),
  isDeleted: integer('is_deleted', { mode: 'boolean' }).notNull().default(false),
  isEdited: integer('is_edited', { mode: 'boolean' }).notNull().default(false),
  quotedId: integer('quoted_id'),
  quoted: text('quoted', { mode: 'json' }).$type<StoredQuote>(),
  author: text('author'),
  userId: integer('user_id'),
  media: text('media', { mode: 'json' }).$type<StoredMedia>(),
  createdAt: integer('created_at').notNull(),
  hasReactions: integer('has_reactions', { mode: 'boolean' }).notNull().default(false),
  formerAck: integer('former_ack').notNull().default(0),
  refused: text('refused', { mode: 'json' }).$type<RefusedAction>(),
  revision: integer('revision').notNull().default(0),
  authorAddresses: text('author_addresses', { mode: 'json' }).$type<readonly Address[]>(),
  extra: text('extra', { mode: 'json' }).$type<MessageExtra>(),
  /** Opens later sealed actions on this message; only the channel knows how. */
  secret: text('secret'),
  /** The address the conversation had when this was stored (`nameOf`). */
  chat: text('chat'),
  /** Which of its connection's numbers it came or went over (channels/connections/former-numbers.ts). */
  account: integer('account').notNull().default(0),
})
export type StoredMessage = typeof messages.$inferSelect
export type NewMessage = Omit<
  StoredMessage,
  'id' | 'isDeleted' | 'isEdited' | 'hasReactions' | 'formerAck' | 'refused' | 'revision' | 'account'
>
