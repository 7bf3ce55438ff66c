import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const contactCategories = sqliteTable('contact_categories', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  description: text('description').notNull(),
  active: integer('active', { mode: 'boolean' }).notNull().default(true),
})
export type Category = typeof contactCategories.$inferSelect
