import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { UserStatus } from './contract'

export const users = sqliteTable('users', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  email: text('email').notNull(),
  passwordHash: text('password_hash').notNull(),
  profile: text('profile', { enum: ['admin', 'supervisor', 'user'] })
    .notNull()
    .default('user'),
  super: integer('super', { mode: 'boolean' }).notNull().default(false),
  allUserChat: integer('all_user_chat', { mode: 'boolean' }).notNull().default(false),
  active: integer('active', { mode: 'boolean' }).notNull().default(true),
  farewellMessage: text('farewell_message').notNull().default(''),
  lastSeenAt: integer('last_seen_at'),
  createdAt: integer('created_at').notNull(),
  /** Connection for their new conversations; null for the company's default. */
  connectionId: integer('connection_id'),
  /** A `WeekHours` as JSON; null for any time. */
  hours: text('hours'),
  /** Maximum conversations distributed to them; null for the queue's limit. */
  conversationLimit: integer('conversation_limit'),
  allowRealTime: integer('allow_real_time', { mode: 'boolean' }).notNull().default(false),
  status: text('status').$type<UserStatus>().notNull().default('available'),
  /** Time of sign-out; null once they are active again. */
  leftAt: integer('left_at'),
  /** Deleted: the e-mail is free again, and the row stays for its name. */
  deletedAt: integer('deleted_at'),
  /** A person of the operator, who is here by consent. */
  support: integer('support', { mode: 'boolean' }).notNull().default(false),
})
export type User = typeof users.$inferSelect

/** Connections a user is limited to, if the company restricts channels. */
export const userConnections = sqliteTable(
  'user_connections',
  { userId: integer('user_id').notNull(), connectionId: integer('connection_id').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.connectionId] })],
)

export const userQueues = sqliteTable(
  'user_queues',
  { userId: integer('user_id').notNull(), queueId: integer('queue_id').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.queueId] })],
)

export const sessions = sqliteTable('sessions', {
  id: text('id').primaryKey(),
  userId: integer('user_id').notNull(),
  /** `companies.sessionGeneration` when it began; it is over when that has changed. */
  generation: integer('generation').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  endedAt: integer('ended_at'),
  /** Of a session by consent, which ends then. */
  until: integer('until'),
  endedBecause: text('ended_because', { enum: ['elsewhere', 'revoked', 'blocked', 'expedient', 'logout', 'reuse'] }),
})
export type Session = typeof sessions.$inferSelect

export const refreshTokens = sqliteTable('refresh_tokens', {
  hash: text('hash').primaryKey(),
  sessionId: text('session_id').notNull(),
  rotatedAt: integer('rotated_at'),
  usedBy: text('used_by'),
})
export type RefreshToken = typeof refreshTokens.$inferSelect
