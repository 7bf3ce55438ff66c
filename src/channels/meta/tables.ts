import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What Meta says about the account behind a connection. Secrets are in session.db (credentials.ts). */
export const metaAccounts = sqliteTable('meta_accounts', {
  connectionId: integer('connection_id').primaryKey(),
  /** The id of the page, the Instagram account or the phone number; events name it. */
  account: text('account').notNull(),
  /** The WhatsApp business account; of an Instagram account, its page. */
  businessId: text('business_id'),
  /** The verified name, or the page's. */
  displayName: text('display_name').notNull().default(''),
  /** Of an Instagram account or a WhatsApp number, without the @. */
  username: text('username'),
  /** `GREEN`, `YELLOW`, `RED` or `UNKNOWN`. */
  quality: text('quality'),
  /** People to whom the number may write first within 24 hours; -1: no limit. */
  limit: integer('messaging_limit'),
  /** The number stays on the phone's WhatsApp Business app. */
  isCoexistent: integer('coexistent', { mode: 'boolean' }).notNull().default(false),
  /** Epoch milliseconds; null: it does not end. */
  tokenEndsAt: integer('token_ends_at'),
  /** When Meta confirmed last that it sends us events. */
  subscribedAt: integer('subscribed_at'),
  checkedAt: integer('checked_at').notNull().default(0),
  /** A data URL. */
  picture: text('picture'),
})
export type MetaAccount = typeof metaAccounts.$inferSelect
