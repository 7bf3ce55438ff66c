import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Language } from '../../texts/languages'
import type { PushKind } from './contract'

export const pushDevices = sqliteTable('push_devices', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  userId: integer('user_id').notNull(),
  /** The sign-in that last used it. */
  sessionId: text('session_id').notNull(),
  endpoint: text('endpoint').notNull(),
  /** Encrypted; see `keys.ts`. */
  keys: text('keys').notNull(),
  origin: text('origin').notNull(),
  language: text('language').$type<Language>().notNull(),
  browser: text('browser').notNull(),
  isApp: integer('is_app', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
  seenAt: integer('seen_at').notNull(),
  sentAt: integer('sent_at'),
  /** Refusals since the last notification that was taken. */
  refused: integer('refused').notNull().default(0),
  heldUntil: integer('held_until').notNull().default(0),
})
export type StoredDevice = typeof pushDevices.$inferSelect

export const pushNotices = sqliteTable('push_notices', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  deviceId: integer('device_id').notNull(),
  kind: text('kind').$type<PushKind | 'test'>().notNull(),
  tag: text('tag').notNull(),
  data: text('data', { mode: 'json' }).$type<NoticeData>().notNull(),
  revision: integer('revision').notNull().default(0),
  tries: integer('tries').notNull().default(0),
  createdAt: integer('created_at').notNull(),
  nextAt: integer('next_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})
export type StoredNotice = typeof pushNotices.$inferSelect

/** What a notification is about. Its words are found when it is sent. */
export type NoticeData = {
  readonly ticketId?: number
  readonly messageId?: number
  readonly queueId?: number | null
  /** Of an alert. */
  readonly title?: string | null
  readonly body?: string
  readonly path?: string
  readonly subject?: string
  /** Who did it, such as the colleague who wrote the note. */
  readonly byUserId?: number | null
  /** Its push service found it too long with its text. */
  readonly isBare?: true
  /** Minutes that nobody has seen it. */
  readonly minutes?: number
}

export const pushSettings = sqliteTable('push_settings', {
  userId: integer('user_id').primaryKey(),
  muted: text('muted', { mode: 'json' }).$type<readonly PushKind[]>().notNull().default([]),
  showsText: integer('shows_text', { mode: 'boolean' }).notNull().default(true),
  quietFrom: text('quiet_from'),
  quietTo: text('quiet_to'),
})
