import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AiOutcome } from './contract'

export const aiChats = sqliteTable('ai_chats', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  /** Nobody else sees it. */
  userId: integer('user_id').notNull(),
  title: text('title').notNull(),
  createdAt: integer('created_at').notNull(),
  /** Time of the last question. */
  updatedAt: integer('updated_at').notNull(),
})
export type StoredAiChat = typeof aiChats.$inferSelect

export const aiTurns = sqliteTable('ai_turns', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  chatId: integer('chat_id').notNull(),
  prompt: text('prompt').notNull(),
  /** The answer so far. */
  answer: text('answer').notNull().default(''),
  outcome: text('outcome').$type<AiOutcome>().notNull().default('writing'),
  /** Code of the error, if the outcome is `failed`. */
  error: text('error'),
  createdAt: integer('created_at').notNull(),
})
export type StoredAiTurn = typeof aiTurns.$inferSelect
