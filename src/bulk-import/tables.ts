import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Reading } from '../platform/spreadsheets/spreadsheets'

export const imports = sqliteTable('imports', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  target: text('target').notNull(),
  /** Destination of the rows, if the target has several. */
  subjectId: integer('subject_id'),
  fileName: text('file_name').notNull(),
  /** Stored file of its rows; null once it is not needed. */
  file: text('file'),
  state: text('state', { enum: ['ready', 'running', 'done', 'failed', 'stopped'] }).notNull(),
  columns: text('columns', { mode: 'json' }).$type<readonly string[]>().notNull(),
  /** Rows above the data, the last of which is the header. */
  headRows: integer('head_rows').notNull(),
  reading: text('reading', { mode: 'json' }).$type<Reading>().notNull().default({ sheets: [], sheet: 0, repaired: [] }),
  updateExisting: integer('update_existing', { mode: 'boolean' }).notNull().default(false),
  total: integer('total').notNull(),
  /** Byte offset in the file up to which rows are processed. */
  position: integer('position').notNull().default(0),
  done: integer('done').notNull().default(0),
  created: integer('created').notNull().default(0),
  updated: integer('updated').notNull().default(0),
  skipped: integer('skipped').notNull().default(0),
  failed: integer('failed').notNull().default(0),
  userId: integer('user_id').notNull(),
  userName: text('user_name').notNull(),
  createdAt: integer('created_at').notNull(),
  finishedAt: integer('finished_at'),
})
export type StoredImport = typeof imports.$inferSelect
