import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { DeliveryAttempt, DeliveryFault, DeliveryStatus, DisabledReason, WebhookTopic } from './contract'

export const webhooks = sqliteTable('webhooks', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  url: text('url').notNull(),
  topics: text('topics', { mode: 'json' }).$type<readonly WebhookTopic[]>().notNull(),
  /** Inactive: no new deliveries are recorded. */
  active: integer('active', { mode: 'boolean' }).notNull().default(true),
  /** Encrypted, like `oldSecret`. */
  secret: text('secret').notNull(),
  secretAt: integer('secret_at').notNull(),
  oldSecret: text('old_secret'),
  /** Until when deliveries are also signed with the old secret. */
  oldUntil: integer('old_until'),
  createdAt: integer('created_at').notNull(),
})
export type StoredWebhook = typeof webhooks.$inferSelect

/** Progress of a webhook, which changes with every delivery. */
export const webhookStates = sqliteTable('webhook_states', {
  webhookId: integer('webhook_id').primaryKey(),
  /** Equals `webhooks.active`. */
  active: integer('active', { mode: 'boolean' }).notNull().default(true),
  /** Why the server turned it off; null if a user did. */
  disabledWhy: text('disabled_why').$type<DisabledReason>(),
  disabledAt: integer('disabled_at'),
  /** The e-mail to the admins is pending. */
  mailDue: integer('mail_due', { mode: 'boolean' }).notNull().default(false),
  /** The first failure since the last success. */
  failingSince: integer('failing_since'),
  /** Consecutive attempts that the receiver did not handle. */
  streak: integer('streak').notNull().default(0),
  /** No attempt before this time. */
  heldUntil: integer('held_until').notNull().default(0),
  /** The latest attempt. */
  lastAt: integer('last_at'),
  /** Deliveries still to be made, finished ones, and those of them that failed. Maintained by triggers. */
  waiting: integer('waiting').notNull().default(0),
  settled: integer('settled').notNull().default(0),
  failed: integer('failed').notNull().default(0),
})
export type WebhookState = typeof webhookStates.$inferSelect

export const webhookDeliveries = sqliteTable('webhook_deliveries', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  webhookId: integer('webhook_id').notNull(),
  /** The same at every attempt and for every webhook: receivers recognise repetitions by it. */
  eventId: text('event_id').notNull(),
  type: text('type').notNull(),
  body: text('body').notNull(),
  status: text('status').$type<DeliveryStatus>().notNull().default('waiting'),
  createdAt: integer('created_at').notNull(),
  nextAt: integer('next_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  /** Attempts since it was last requested; determines the next wait. */
  tries: integer('tries').notNull().default(0),
  lastAt: integer('last_at'),
  answerStatus: integer('answer_status'),
  fault: text('fault').$type<DeliveryFault>(),
  /** Milliseconds. */
  took: integer('took'),
  /** The beginning of the response. */
  answer: text('answer'),
  /** The latest attempts, oldest first. */
  history: text('history', { mode: 'json' }).$type<readonly DeliveryAttempt[]>().notNull().default([]),
})
export type StoredDelivery = typeof webhookDeliveries.$inferSelect
