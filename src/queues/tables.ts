import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const queues = sqliteTable('queues', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  color: text('color').notNull(),
  greetingMessage: text('greeting_message').notNull().default(''),
  position: integer('position').notNull().default(0),
  createdAt: integer('created_at').notNull(),
})
export type Queue = typeof queues.$inferSelect
