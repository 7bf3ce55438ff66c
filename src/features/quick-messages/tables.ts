import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Outgoing } from '../../channels/channel'
import type { StoredMedia } from '../../tickets/messages/tables'

export const quickMessages = sqliteTable('quick_messages', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  shortcode: text('shortcode').notNull(),
  shortcodeFolded: text('shortcode_folded').notNull(),
  message: text('message').notNull(),
  /** Folded shortcode and message, for search. */
  words: text('words').notNull(),
  general: integer('general', { mode: 'boolean' }).notNull(),
  active: integer('active', { mode: 'boolean' }).notNull(),
  userId: integer('user_id'),
  tagId: integer('tag_id'),
  sendOnlyMedia: integer('send_only_media', { mode: 'boolean' }).notNull(),
  /** Kind of the message with the file. */
  kind: text('kind').$type<Outgoing['kind']>(),
  media: text('media', { mode: 'json' }).$type<StoredMedia>(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
export type StoredQuickMessage = typeof quickMessages.$inferSelect
