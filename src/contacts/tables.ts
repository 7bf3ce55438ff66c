import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AddressKind } from './address'

export const contacts = sqliteTable('contacts', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  nameFolded: text('name_folded').notNull(),
  /** The source of the name: an attendant's edit wins over the name people set themselves. */
  nameBy: text('name_by', { enum: ['channel', 'person'] })
    .notNull()
    .default('channel'),
  number: text('number'),
  email: text('email'),
  /** URL of the picture, below /api. */
  pictureUrl: text('picture_url'),
  /** SHA-256 of its file, in hex. */
  picture: text('picture'),
  pictureCheckedAt: integer('picture_checked_at').notNull().default(0),
  isGroup: integer('is_group', { mode: 'boolean' }).notNull().default(false),
  active: integer('active', { mode: 'boolean' }).notNull().default(true),
  acceptAudio: integer('accept_audio', { mode: 'boolean' }).notNull().default(true),
  disableBot: integer('disable_bot', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
  categoryId: integer('category_id'),
  /** When its latest ticket last changed, to the minute; 0: no ticket yet. Maintained by triggers. */
  lastTicketAt: integer('last_ticket_at').notNull().default(0),
  /** The connection of that ticket. */
  lastConnectionId: integer('last_connection_id'),
})
export type Contact = typeof contacts.$inferSelect

export const contactCategories = sqliteTable('contact_categories', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  description: text('description').notNull(),
  active: integer('active', { mode: 'boolean' }).notNull().default(true),
})
export type Category = typeof contactCategories.$inferSelect

/** A row of `contact_addresses`. */
export type ContactAddress = {
  readonly kind: AddressKind
  readonly value: string
  readonly contactId: number
}
