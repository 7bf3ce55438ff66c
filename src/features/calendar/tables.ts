import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const events = sqliteTable('events', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  userId: integer('user_id').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  startAt: integer('start_at').notNull(),
  /** After the start. */
  endAt: integer('end_at').notNull(),
  isDone: integer('done', { mode: 'boolean' }).notNull().default(false),
  /** Folded title and description, for search. */
  words: text('words').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
export type StoredEvent = typeof events.$inferSelect
