import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const tasks = sqliteTable('tasks', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  userId: integer('user_id').notNull(),
  text: text('text').notNull(),
  description: text('description').notNull(),
  /** Ascending, with gaps. */
  position: integer('position').notNull(),
  /** Null while open. */
  completedAt: integer('completed_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
/** A row for each task that has any of these. */
export const taskPlans = sqliteTable('task_plans', {
  taskId: integer('task_id').primaryKey(),
  /** Who gave it to its owner. */
  authorId: integer('author_id'),
  dueAt: integer('due_at'),
  /** Null once it has reminded. */
  remindAt: integer('remind_at'),
  /** It has reminded, and its owner has not seen it. */
  isReminding: integer('reminding', { mode: 'boolean' }).notNull(),
  contactId: integer('contact_id'),
})
export type Plan = Omit<typeof taskPlans.$inferSelect, 'taskId'>
export const noPlan: Plan = { authorId: null, dueAt: null, remindAt: null, isReminding: false, contactId: null }

export type StoredTask = typeof tasks.$inferSelect
