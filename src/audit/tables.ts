import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AuditEntry } from './contract'

export const auditLog = sqliteTable('audit_log', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  at: integer('at').notNull(),
  userId: integer('user_id'),
  userName: text('user_name').notNull(),
  kind: text('kind').notNull(),
  act: text('act').notNull(),
  subjectId: integer('subject_id'),
  subjectName: text('subject_name').notNull(),
  changes: text('changes', { mode: 'json' }).$type<AuditEntry['changes']>().notNull(),
})
export type StoredAuditEntry = typeof auditLog.$inferSelect
