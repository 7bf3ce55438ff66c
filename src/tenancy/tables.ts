import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const companies = sqliteTable('companies', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  uuid: text('uuid').notNull(),
  name: text('name').notNull(),
  active: integer('active', { mode: 'boolean' }).notNull().default(true),
  dueAt: integer('due_at').notNull(),
  timeZone: text('time_zone').notNull().default('America/Sao_Paulo'),
  language: text('language').notNull().default('pt-BR'),
  createdAt: integer('created_at').notNull(),
  /** Plan features; null for all. */
  features: text('features', { mode: 'json' }).$type<readonly string[]>(),
  /** When it went on standby (standby.ts); null if it is not. */
  standbySince: integer('resting_since'),
})
export type Company = typeof companies.$inferSelect
