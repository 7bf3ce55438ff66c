/** Tables in control.db. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const helps = sqliteTable('helps', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  title: text('title').notNull(),
  description: text('description').notNull(),
  /** Title and description, folded for search. */
  words: text('words').notNull(),
  video: text('video').notNull(),
  seconds: integer('seconds'),
  position: integer('position').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
export type StoredHelp = typeof helps.$inferSelect
