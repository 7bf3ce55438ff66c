import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Outgoing } from '../../channels/channel'
import type { WaitReason } from '../../outbound/contract'
import type { WantedTemplate } from '../../tickets/messages/contract'
import type { StoredMedia } from '../../tickets/messages/tables'
import type { ScheduleStatus, ScheduleType } from './contract'

export const schedules = sqliteTable('schedules', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  type: text('type').$type<ScheduleType>().notNull(),
  userId: integer('user_id').notNull(),
  contactId: integer('contact_id').notNull(),
  connectionId: integer('connection_id'),
  queueId: integer('queue_id'),
  body: text('body').notNull(),
  template: text('template', { mode: 'json' }).$type<WantedTemplate>(),
  /** Folded body and contact name, for search. */
  words: text('words').notNull(),
  /** Kind of the message with the file. */
  kind: text('kind').$type<Outgoing['kind']>(),
  media: text('media', { mode: 'json' }).$type<StoredMedia>(),
  sendAt: integer('send_at').notNull(),
  sentAt: integer('sent_at'),
  status: text('status').$type<ScheduleStatus>().notNull(),
  failure: text('failure'),
  messageId: integer('message_id'),
  /** Due, but deferred: the reason, its end if known, and the next try. */
  waitWhy: text('wait_why').$type<WaitReason>(),
  waitUntil: integer('wait_until'),
  againAt: integer('again_at'),
  /** A due reminder that waits in the bell. */
  isUnseen: integer('is_unseen', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
export type StoredSchedule = typeof schedules.$inferSelect
