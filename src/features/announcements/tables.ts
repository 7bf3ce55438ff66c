/** Tables in control.db. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Priority } from './contract'

export const announcements = sqliteTable('announcements', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  title: text('title').notNull(),
  text: text('text').notNull(),
  /** Title and text, folded for search. */
  words: text('words').notNull(),
  priority: integer('priority').$type<Priority>().notNull(),
  active: integer('active', { mode: 'boolean' }).notNull(),
  /** Whose people see it, with `companyIds`. Both empty: all. */
  planIds: text('plan_ids', { mode: 'json' }).$type<readonly number[]>().notNull().default([]),
  companyIds: text('company_ids', { mode: 'json' }).$type<readonly number[]>().notNull().default([]),
  fromAt: integer('from_at'),
  untilAt: integer('until_at'),
  link: text('link'),
  mediaFile: text('media_file'),
  mediaName: text('media_name'),
  mediaType: text('media_type'),
  mediaSize: integer('media_size'),
  /** When it was first activated. */
  publishedAt: integer('published_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
export type StoredAnnouncement = typeof announcements.$inferSelect
