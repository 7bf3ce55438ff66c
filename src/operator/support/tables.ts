import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const supportGrants = sqliteTable('support_grants', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  companyId: integer('company_id').notNull(),
  askedBy: integer('asked_by').notNull(),
  asker: text('asker').notNull(),
  reason: text('reason').notNull(),
  askedAt: integer('asked_at').notNull(),
  state: text('state', { enum: ['asked', 'granted', 'refused', 'ended'] }).notNull(),
  decidedBy: text('decided_by'),
  until: integer('until'),
})
export type StoredGrant = typeof supportGrants.$inferSelect

export const companyNotes = sqliteTable('company_notes', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  companyId: integer('company_id').notNull(),
  at: integer('at').notNull(),
  author: text('author').notNull(),
  text: text('text').notNull(),
})
