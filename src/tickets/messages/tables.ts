import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Address } from '../../channels/channel'
import type { Mention, MessageExtra, MessageKind, MessageOrigin } from '../../channels/contract'
import type { MessageMedia } from './contract'

/** A stored file: its wire form, its location, and how to download it. */
export type StoredMedia = MessageMedia & {
  /** The name of the stored file, for `readStoredName`; null if not downloaded. */
  readonly file: string | null
  /** Data that the channel needs to download it; opaque to us. */
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
  /** The author of our message, if it is no person. */
  readonly origin?: MessageOrigin
}

/** An action the messenger refused; `reason` is a key under `messages.failure`. */
export type RefusedAction = { readonly act: 'edit' | 'revoke' | 'react'; readonly reason: string }

export const messages = sqliteTable('messages', {
  /** In the contact's range (`nextMessageId`): increases with time within a conversation, not across the company. */
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
  /** The conversation's address when this was stored (`addressKey`). */
  chat: text('chat'),
  /** Which of its connection's numbers it was sent or received with (channels/connections/former-numbers.ts). */
  account: integer('account').notNull().default(0),
})
export type StoredMessage = typeof messages.$inferSelect
export type NewMessage = Omit<
  StoredMessage,
  'id' | 'isDeleted' | 'isEdited' | 'hasReactions' | 'formerAck' | 'refused' | 'revision' | 'account'
>
