import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Outgoing } from '../../channels/channel'
import type { WaitReason } from '../../outbound/contract'
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
  /** Body and the contact's name as search sees them. */
  words: text('words').notNull(),
  /** Of the file, as it is sent. */
  kind: text('kind').$type<Outgoing['kind']>(),
  media: text('media', { mode: 'json' }).$type<StoredMedia>(),
  sendAt: integer('send_at').notNull(),
  sentAt: integer('sent_at'),
  status: text('status').$type<ScheduleStatus>().notNull(),
  failure: text('failure'),
  messageId: integer('message_id'),
  /** Due, but held: why, until when if that is known, and when to look again. */
  waitWhy: text('wait_why').$type<WaitReason>(),
  waitUntil: integer('wait_until'),
  againAt: integer('again_at'),
  /** A reminder that was due and waits in the bell. */
  isUnseen: integer('is_unseen', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
export type StoredSchedule = typeof schedules.$inferSelect
