import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ViewFilter } from './contract'

export const reportViews = sqliteTable('report_views', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  userId: integer('user_id').notNull(),
  name: text('name').notNull(),
  filter: text('filter', { mode: 'json' }).$type<ViewFilter>().notNull(),
  isShared: integer('shared', { mode: 'boolean' }).notNull(),
  mailAt: integer('mail_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
export type StoredView = typeof reportViews.$inferSelect
