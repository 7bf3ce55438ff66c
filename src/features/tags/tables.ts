import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const tags = sqliteTable('tags', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  color: text('color').notNull(),
  description: text('description').notNull().default(''),
  kanban: integer('kanban', { mode: 'boolean' }).notNull().default(false),
  position: integer('position').notNull().default(0),
  userId: integer('user_id'),
  /** Maintained by triggers. */
  ticketsCount: integer('tickets_count').notNull().default(0),
})
export type Tag = typeof tags.$inferSelect
