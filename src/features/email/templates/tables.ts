import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const emailTemplates = sqliteTable('email_templates', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  nameFolded: text('name_folded').notNull(),
  subject: text('subject').notNull(),
  html: text('html').notNull(),
  /** The same as plain text. */
  message: text('message').notNull(),
  /** Folded name, subject and text, for the search. */
  words: text('words').notNull(),
  active: integer('active', { mode: 'boolean' }).notNull(),
  userId: integer('user_id'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
