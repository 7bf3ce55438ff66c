import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { WeekHours } from '../hours/contract'
import type { AttendantsPool, Escalation } from './contract'

export const queues = sqliteTable('queues', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  color: text('color').notNull(),
  greetingMessage: text('greeting_message').notNull().default(''),
  position: integer('position').notNull().default(0),
  completionMessage: text('completion_message').notNull().default(''),
  outOfHoursMessage: text('out_of_hours_message').notNull().default(''),
  /** Null: the company's hours. */
  schedules: text('schedules', { mode: 'json' }).$type<WeekHours>(),
  isRestricted: integer('is_restricted', { mode: 'boolean' }).notNull().default(false),
  tokenHash: text('token_hash'),
  /** Whether the bot repeats the menu after an unknown answer; otherwise it stays silent. */
  resetChatbotMsg: integer('reset_chatbot_msg', { mode: 'boolean' }).notNull().default(true),
  typeChatbot: text('type_chatbot', { enum: ['option', 'typebot'] })
    .notNull()
    .default('option'),
  integrationId: integer('integration_id'),
  workspaceTypebot: text('workspace_typebot'),
  typebotId: text('typebot_id'),
  /** Null: not looked up yet. */
  typebotPublicId: text('typebot_public_id'),
  /** Null: the same as switched off. */
  attendantsPool: text('attendants_pool', { mode: 'json' }).$type<AttendantsPool>(),
  /** Null: the same as switched off. */
  escalation: text('escalation', { mode: 'json' }).$type<Escalation>(),
  mediaFile: text('media_file'),
  mediaName: text('media_name'),
  mediaType: text('media_type'),
  mediaSize: integer('media_size'),
  createdAt: integer('created_at').notNull(),
})
export type Queue = typeof queues.$inferSelect

/** The bot options of queues. */
export const queueOptions = sqliteTable('queue_options', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  queueId: integer('queue_id').notNull(),
  parentId: integer('parent_id'),
  /** From 0, among its siblings. */
  position: integer('position').notNull(),
  title: text('title').notNull(),
  message: text('message').notNull().default(''),
  optionType: text('option_type', { enum: ['Texto', 'Arquivo', 'Fila', 'Atendente'] }).notNull(),
  targetQueueId: integer('target_queue_id'),
  targetUserId: integer('target_user_id'),
  mediaFile: text('media_file'),
  mediaName: text('media_name'),
  mediaType: text('media_type'),
  mediaSize: integer('media_size'),
})
export type QueueOption = typeof queueOptions.$inferSelect
