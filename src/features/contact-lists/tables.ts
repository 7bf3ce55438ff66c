import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const contactLists = sqliteTable('contact_lists', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  nameFolded: text('name_folded').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  /** Hidden; a job deletes its items. */
  deletedAt: integer('deleted_at'),
  /** Triggers maintain the counts. */
  contactsCount: integer('contacts_count').notNull().default(0),
  validCount: integer('valid_count').notNull().default(0),
  invalidCount: integer('invalid_count').notNull().default(0),
  blacklistCount: integer('blacklist_count').notNull().default(0),
  /** Items still to be looked up. */
  dueCount: integer('due_count').notNull().default(0),
})
export type StoredList = typeof contactLists.$inferSelect

export type Fact = { readonly name: string; readonly value: string }

export const contactListItems = sqliteTable('contact_list_items', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  listId: integer('list_id').notNull(),
  name: text('name').notNull(),
  nameFolded: text('name_folded').notNull(),
  /** Digits with country code, or the contact's key (`contacts/number.ts`) if the number is unknown. */
  number: text('number').notNull(),
  /** Set if the number is unknown. */
  contactId: integer('contact_id'),
  email: text('email'),
  /** Result of the look-up; null: unknown. */
  isWhatsappValid: integer('is_whatsapp_valid', { mode: 'boolean' }),
  checkedAt: integer('checked_at'),
  /** Look-ups without an answer. */
  tries: integer('tries').notNull().default(0),
  /** Time of the last look-up without an answer. */
  askedAt: integer('asked_at'),
  /** Since when a send waits for the answer. */
  wantedAt: integer('wanted_at'),
  inBlacklist: integer('in_blacklist', { mode: 'boolean' }).notNull().default(false),
  /** Extra columns of the spreadsheet. */
  extra: text('extra', { mode: 'json' }).$type<readonly Fact[]>().notNull().default([]),
  /** The bulk import that added it. */
  importId: integer('import_id'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
export type StoredItem = typeof contactListItems.$inferSelect
