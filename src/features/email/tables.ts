import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { EmailFailure, EmailState, RecipientState } from './contract'

export const emails = sqliteTable('emails', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  userId: integer('user_id').notNull(),
  /** Begins the Message-ID of each copy. */
  token: text('token').notNull(),
  subject: text('subject').notNull(),
  message: text('message').notNull(),
  /** Folded subject and addresses, for the search. */
  words: text('words').notNull(),
  state: text('state').$type<EmailState>().notNull(),
  sendAt: integer('send_at').notNull(),
  /** When the job must process it; null when nothing is left to send. */
  nextAt: integer('next_at'),
  /** The answer that it answers. */
  answeredId: integer('answered_id'),
  /** The first e-mail of the conversation; null if it is the first itself. */
  threadId: integer('thread_id'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
export type StoredEmail = typeof emails.$inferSelect

export const emailRecipients = sqliteTable('email_recipients', {
  id: integer('id').primaryKey(),
  emailId: integer('email_id').notNull(),
  address: text('address').notNull(),
  state: text('state').$type<RecipientState>().notNull(),
  failure: text('failure').$type<EmailFailure>(),
  answer: text('answer'),
  tries: integer('tries').notNull().default(0),
  /** Start of the day during which it is retried. */
  since: integer('since').notNull(),
  /** Time of the next try of a queued copy. */
  nextAt: integer('next_at'),
  sentAt: integer('sent_at'),
  /** Whether it stands in `email_uses`. */
  counted: integer('counted').notNull().default(0),
})
export type StoredRecipient = typeof emailRecipients.$inferSelect
