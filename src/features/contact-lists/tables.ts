import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const contactLists = sqliteTable('contact_lists', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  nameFolded: text('name_folded').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  /** Not shown any more; its items go little by little. */
  deletedAt: integer('deleted_at'),
  /** The counts are kept by triggers. */
  contactsCount: integer('contacts_count').notNull().default(0),
  validCount: integer('valid_count').notNull().default(0),
  invalidCount: integer('invalid_count').notNull().default(0),
  blacklistCount: integer('blacklist_count').notNull().default(0),
  /** Still to be looked up. */
  dueCount: integer('due_count').notNull().default(0),
})
export type StoredList = typeof contactLists.$inferSelect

export type Fact = { readonly name: string; readonly value: string }

export const contactListItems = sqliteTable('contact_list_items', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  listId: integer('list_id').notNull(),
  name: text('name').notNull(),
  nameFolded: text('name_folded').notNull(),
  /** Digits with country code; of somebody whose number is not known the contact's key (`contacts/number.ts`). */
  number: text('number').notNull(),
  /** The contact, where the number is not known. */
  contactId: integer('contact_id'),
  email: text('email'),
  /** What the messenger says of the number; null: not known. */
  isWhatsappValid: integer('is_whatsapp_valid', { mode: 'boolean' }),
  checkedAt: integer('checked_at'),
  /** Times that it was asked without an answer. */
  tries: integer('tries').notNull().default(0),
  /** When it was last asked without an answer. */
  askedAt: integer('asked_at'),
  /** Since when somebody waits for the answer. */
  wantedAt: integer('wanted_at'),
  inBlacklist: integer('in_blacklist', { mode: 'boolean' }).notNull().default(false),
  /** Further columns of the spreadsheet. */
  extra: text('extra', { mode: 'json' }).$type<readonly Fact[]>().notNull().default([]),
  /** The spreadsheet that brought it. */
  importId: integer('import_id'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
export type StoredItem = typeof contactListItems.$inferSelect
