import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const ticketNotes = sqliteTable('ticket_notes', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  ticketId: integer('ticket_id').notNull(),
  /** The ticket's contact, maintained by a trigger. */
  contactId: integer('contact_id').notNull(),
  userId: integer('user_id').notNull(),
  note: text('note').notNull(),
  createdAt: integer('created_at').notNull(),
})
export type Note = typeof ticketNotes.$inferSelect
