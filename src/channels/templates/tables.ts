import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { TemplateCategory } from './contract'

/** As Meta last described it. */
export const messageTemplates = sqliteTable('message_templates', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  connectionId: integer('connection_id').notNull(),
  /** Meta's id. */
  templateId: text('template_id').notNull(),
  name: text('name').notNull(),
  language: text('language').notNull(),
  category: text('category').$type<TemplateCategory>().notNull(),
  status: text('status').notNull(),
  reason: text('reason'),
  quality: text('quality'),
  /** JSON, as Meta describes them. */
  components: text('components').notNull(),
  statusAt: integer('status_at').notNull(),
})
export type StoredTemplate = typeof messageTemplates.$inferSelect

/** Meta put it into another category, and nobody has read so yet. */
export const categoryChanges = sqliteTable('template_category_changes', {
  /** Of `messageTemplates`. */
  templateId: integer('template_id').primaryKey(),
  was: text('was').$type<TemplateCategory>().notNull(),
  changedAt: integer('changed_at').notNull(),
})
