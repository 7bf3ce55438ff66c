import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { RatingOption, RatingType } from './contract'

export const ratingCategories = sqliteTable('rating_categories', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  description: text('description').notNull(),
  active: integer('active', { mode: 'boolean' }).notNull().default(true),
})
export type StoredCategory = typeof ratingCategories.$inferSelect

/** Columns shared by ratings and asked questions. */
const question = {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  type: text('type').$type<RatingType>().notNull(),
  options: text('options', { mode: 'json' }).$type<RatingOption[]>().notNull(),
  thanks: text('thanks').notNull(),
  commentMessage: text('comment_message').notNull(),
}

export const ratings = sqliteTable('ratings', {
  ...question,
  message: text('message').notNull(),
  asksComment: integer('asks_comment', { mode: 'boolean' }).notNull(),
  active: integer('active', { mode: 'boolean' }).notNull(),
  categoryId: integer('category_id'),
  userId: integer('user_id'),
  /** Preselected when a ticket is resolved, unless its queue has its own default. */
  isDefault: integer('is_default', { mode: 'boolean' }).notNull().default(false),
  defaultQueueIds: text('default_queue_ids', { mode: 'json' }).$type<number[]>().notNull().default([]),
  updatedAt: integer('updated_at').notNull(),
})
export type StoredRating = typeof ratings.$inferSelect

/** An asked question and its answer. */
export const ticketRatings = sqliteTable('ticket_ratings', {
  ...question,
  ticketId: integer('ticket_id').notNull(),
  userId: integer('user_id'),
  queueId: integer('queue_id'),
  ratingId: integer('rating_id'),
  askedAt: integer('asked_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  value: integer('value'),
  label: text('label'),
  satisfied: integer('satisfied', { mode: 'boolean' }),
  top: integer('top').notNull(),
  answeredAt: integer('answered_at'),
  comment: text('comment'),
  commentUntil: integer('comment_until'),
})
export type AskedRating = typeof ticketRatings.$inferSelect
