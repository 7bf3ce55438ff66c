import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const holidays = sqliteTable('holidays', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  day: text('day').notNull(),
  name: text('name').notNull(),
  /** Null for the whole company. */
  queueId: integer('queue_id'),
})
export type StoredHoliday = typeof holidays.$inferSelect
