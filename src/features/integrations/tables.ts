import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { IntegrationLanguage, IntegrationType } from './contract'

export const integrations = sqliteTable('integrations', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  type: text('type').$type<IntegrationType>().notNull(),
  name: text('name').notNull(),
  projectName: text('project_name').notNull().default(''),
  /** Encrypted, like `urlToken` and `secret`. */
  jsonContent: text('json_content'),
  language: text('language').$type<IntegrationLanguage>().notNull().default('pt-BR'),
  urlIntegration: text('url_integration').notNull().default(''),
  urlToken: text('url_token'),
  /** Signs the requests of webhook and n8n. */
  secret: text('secret'),
  /** Signs as well until `oldUntil`. */
  oldSecret: text('old_secret'),
  oldUntil: integer('old_until'),
  /** Since when its queues are left to people. */
  pausedAt: integer('paused_at'),
  /** Milliseconds before each message. */
  typebotDelayMessage: integer('typebot_delay_message').notNull().default(1000),
  /** Minutes since the start of a conversation; 0: never. */
  typebotExpires: integer('typebot_expires').notNull().default(1),
  typebotKeywordFinish: text('typebot_keyword_finish').notNull().default(''),
  typebotKeywordRestart: text('typebot_keyword_restart').notNull().default(''),
  typebotRestartMessage: text('typebot_restart_message').notNull().default(''),
  /** The bot's public id. */
  typebotSlug: text('typebot_slug').notNull().default(''),
  typebotUnknownMessage: text('typebot_unknown_message').notNull().default(''),
  /** Texts of the bot may be commands, not only fields of its answers. */
  commandsInTexts: integer('commands_in_texts', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
})
export type StoredIntegration = typeof integrations.$inferSelect

/** Health of an integration, which changes with every turn. */
export const integrationStates = sqliteTable('integration_states', {
  integrationId: integer('integration_id').primaryKey(),
  /** Failed turns in a row. */
  streak: integer('streak').notNull().default(0),
  failingSince: integer('failing_since'),
  lastAt: integer('last_at'),
  /** The day of the company that the counts belong to. */
  day: text('day').notNull().default(''),
  dayCalls: integer('day_calls').notNull().default(0),
  dayFaults: integer('day_faults').notNull().default(0),
})

/** The integration that serves a ticket. It ends when people take over: then the row is deleted. */
export const integrationSessions = sqliteTable('integration_sessions', {
  ticketId: integer('ticket_id').primaryKey(),
  /** 0: the queue's own, without a row. */
  integrationId: integer('integration_id').notNull(),
  /** The queue in which it began. */
  queueId: integer('queue_id').notNull(),
  key: text('key').notNull(),
  beganAt: integer('began_at').notNull(),
  /** The number of the latest turn; 0 before the first. */
  turn: integer('turn').notNull().default(0),
  /** What the runner keeps, as JSON. */
  state: text('state').notNull().default('null'),
  /** The latest message that became a turn. */
  lastMessageId: integer('last_message_id'),
  /** Times of turns within the last minute. */
  recent: text('recent', { mode: 'json' }).$type<readonly number[]>().notNull().default([]),
  /** Actions of the last turn that are still to be done, and when. */
  rest: text('rest'),
  restAt: integer('rest_at'),
  /** When the runner asked to be called again. */
  wakeAt: integer('wake_at'),
})
export type IntegrationSession = typeof integrationSessions.$inferSelect

/** Turns still to be taken, in this order. */
export const integrationTurns = sqliteTable('integration_turns', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  key: text('key').notNull(),
  ticketId: integer('ticket_id').notNull(),
  /** Null: a timer. */
  messageId: integer('message_id'),
  createdAt: integer('created_at').notNull(),
})
export type PendingTurn = typeof integrationTurns.$inferSelect

/** The latest calls of each integration. */
export const integrationCalls = sqliteTable('integration_calls', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  integrationId: integer('integration_id').notNull(),
  ticketId: integer('ticket_id'),
  at: integer('at').notNull(),
  ms: integer('ms').notNull(),
  status: integer('status'),
  what: text('what').notNull(),
  fault: text('fault'),
})
export type StoredCall = typeof integrationCalls.$inferSelect
