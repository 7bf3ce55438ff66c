import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ChannelKind } from '../contract'
import type { ConnectionStatus, ImportState } from './contract'

export const connections = sqliteTable('connections', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  channel: text('channel', { enum: ChannelKind.options }).notNull().default('whatsapp'),
  name: text('name').notNull(),
  number: text('number'),
  status: text('status').$type<ConnectionStatus>().notNull().default('DISCONNECTED'),
  reason: text('reason'),
  isDefault: integer('is_default', { mode: 'boolean' }).notNull().default(false),
  greetingMessage: text('greeting_message').notNull().default(''),
  completionMessage: text('completion_message').notNull().default(''),
  outOfHoursMessage: text('out_of_hours_message').notNull().default(''),
  ratingMessage: text('rating_message').notNull().default(''),
  /** Rate limit of the outbox; 0 is none. */
  messagesPerMinute: integer('messages_per_minute').notNull().default(0),
  /** Hours after which an idle active ticket is closed; 0 is never. */
  expiresAfter: integer('expires_after').notNull().default(0),
  importOn: integer('import_on', { mode: 'boolean' }).notNull().default(false),
  importFrom: integer('import_from'),
  importTo: integer('import_to'),
  importGroups: integer('import_groups', { mode: 'boolean' }).notNull().default(false),
  importClosed: integer('import_closed', { mode: 'boolean' }).notNull().default(false),
  importQueueId: integer('import_queue_id'),
  /** Whether a bot offers the queues when a ticket is created. */
  enableQueueChatbot: integer('enable_queue_chatbot', { mode: 'boolean' }).notNull().default(true),
  /** Whether what a bot says in one turn leaves as one message; null is as usual for the channel. */
  joinsAnswers: integer('joins_answers', { mode: 'boolean' }),
  /** Maximum repetitions of a menu; 0 is unlimited, but ten unknown answers in a row end the bot. */
  maxUseBotQueues: integer('max_use_bot_queues').notNull().default(0),
  /** Minutes without a choice after which the ticket goes to the queue; 0 is never. */
  timeSendQueue: integer('time_send_queue').notNull().default(0),
  sendIdQueue: integer('send_id_queue'),
  greetingMediaFile: text('greeting_media_file'),
  greetingMediaName: text('greeting_media_name'),
  greetingMediaType: text('greeting_media_type'),
  greetingMediaSize: integer('greeting_media_size'),
  provider: text('provider', { enum: ['beta', 'stable'] })
    .notNull()
    .default('beta'),
  tokenHash: text('token_hash'),
  /** Until when a RESTRICTED account may not start chats, if the messenger says so. */
  restrictedUntil: integer('restricted_until'),
  /** Whether the phone's app sends texts of its own: `found` until an administrator has seen it. */
  appTexts: text('app_texts', { enum: ['none', 'found', 'seen'] })
    .notNull()
    .default('none'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  deletedAt: integer('deleted_at'),
})
export type Connection = typeof connections.$inferSelect

/** Facts about a connection beyond its current state. */
export const connectionHealth = sqliteTable('connection_health', {
  connectionId: integer('connection_id').primaryKey(),
  statusSince: integer('status_since').notNull(),
  /** Reason of the latest state that had one. */
  lastError: text('last_error'),
  lastErrorAt: integer('last_error_at'),
})

/** When each connection was last linked to a phone; unknown for links of earlier versions. */
export const connectionLinks = sqliteTable('connection_links', {
  connectionId: integer('connection_id').primaryKey(),
  linkedAt: integer('linked_at').notNull(),
})

/** The latest history import of each connection; survives restarts. */
export const backfills = sqliteTable('history_imports', {
  connectionId: integer('connection_id').primaryKey(),
  state: text('state').$type<ImportState>().notNull(),
  /** Why it failed, as a key under `connections.import.reason`. */
  reason: text('reason'),
  percent: integer('percent').notNull().default(0),
  contacts: integer('contacts').notNull().default(0),
  tickets: integer('tickets').notNull().default(0),
  messages: integer('messages').notNull().default(0),
  skipped: integer('skipped').notNull().default(0),
  part: text('part'),
  position: integer('position').notNull().default(0),
  startedAt: integer('started_at').notNull(),
  finishedAt: integer('finished_at'),
})
export type Backfill = typeof backfills.$inferSelect

export const connectionQueues = sqliteTable(
  'connection_queues',
  { connectionId: integer('connection_id').notNull(), queueId: integer('queue_id').notNull() },
  (table) => [primaryKey({ columns: [table.connectionId, table.queueId] })],
)

/** In the operator's database: the connections to which Meta's webhooks go, by the account that they name. */
export const channelAccounts = sqliteTable(
  'channel_accounts',
  {
    channel: text('channel').notNull(),
    account: text('account').notNull(),
    companyId: integer('company_id').notNull(),
    connectionId: integer('connection_id').notNull(),
    /** Of the app that signs the account's webhooks, encrypted; null: the operator's app, or no webhooks. */
    appSecret: text('app_secret'),
    /** The person whose sign-in with Meta gave the access, as Meta knows them here. */
    metaUserId: text('meta_user_id'),
    /** SHA-256 of the token with which this app confirms the webhook's address, in hex. */
    verifyTokenHash: text('verify_token_hash'),
    /** The WhatsApp business account of a number of the Cloud API. */
    businessId: text('business_id'),
  },
  (table) => [primaryKey({ columns: [table.channel, table.account] })],
)

export const outbox = sqliteTable('outbox', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  connectionId: integer('connection_id').notNull(),
  contactId: integer('contact_id').notNull(),
  messageId: integer('message_id').notNull(),
  /** Null: the message itself; otherwise an action on it. */
  actionId: integer('act_id'),
  attempts: integer('attempts').notNull().default(0),
  nextAt: integer('next_at').notNull(),
  createdAt: integer('created_at').notNull(),
})
export type OutboxRow = typeof outbox.$inferSelect
