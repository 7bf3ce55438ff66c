import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Outgoing } from '../../channels/channel'
import type { WaitReason } from '../../outbound/contract'
import type { StoredMedia } from '../../tickets/messages/tables'
import type { CampaignStatus, DeliveryState } from './contract'

const yesNo = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false)
const count = (name: string) => integer(name).notNull().default(0)

export const campaigns = sqliteTable('campaigns', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  nameFolded: text('name_folded').notNull(),
  status: text('status').$type<CampaignStatus>().notNull(),
  contactListId: integer('contact_list_id'),
  tagId: integer('tag_id'),
  connectionId: integer('connection_id'),
  queueId: integer('queue_id'),
  excludesCold: yesNo('excludes_cold'),
  /** Leaves out who waits or is in conversation. */
  excludesEngaged: integer('excludes_engaged', { mode: 'boolean' }).notNull().default(true),
  confirmation: yesNo('confirmation'),
  startsAt: integer('starts_at'),
  startedAt: integer('started_at'),
  completedAt: integer('completed_at'),
  /** Why it was cancelled, where nobody did it. */
  reason: text('reason'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  /** Five of each; empty ones are not used. */
  texts: text('texts', { mode: 'json' }).$type<readonly string[]>().notNull(),
  confirmationTexts: text('confirmation_texts', { mode: 'json' }).$type<readonly string[]>().notNull(),
  kind: text('kind').$type<Outgoing['kind']>(),
  media: text('media', { mode: 'json' }).$type<StoredMedia>(),
})
export type StoredCampaign = typeof campaigns.$inferSelect

/** What changes with every message, apart from the long texts. */
export const campaignProgress = sqliteTable('campaign_progress', {
  campaignId: integer('campaign_id').primaryKey(),
  /** Where in its list or tag it has come with making deliveries, and whether that is all. */
  sourceId: count('source_id'),
  isFilled: yesNo('is_filled'),
  /** Among those of one connection the smallest is next. */
  turn: count('turn'),
  waitWhy: text('wait_why').$type<WaitReason>(),
  waitUntil: integer('wait_until'),
  total: count('total'),
  /** Also those in the outbox. */
  waiting: count('waiting'),
  coldWaiting: count('cold_waiting'),
  asked: count('asked'),
  sent: count('sent'),
  failed: count('failed'),
  skipped: count('skipped'),
  delivered: count('delivered'),
  read: count('read'),
  answered: count('answered'),
  optedOut: count('opted_out'),
  confirmed: count('confirmed'),
  tickets: count('tickets'),
})
export type Progress = typeof campaignProgress.$inferSelect

export const deliveries = sqliteTable('campaign_deliveries', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  campaignId: integer('campaign_id').notNull(),
  /** Digits. */
  number: text('number').notNull(),
  name: text('name').notNull(),
  /** Name and number as search sees them. */
  words: text('words').notNull(),
  contactId: integer('contact_id'),
  /** Over which it left. */
  connectionId: integer('connection_id'),
  /** Its place in line; below 0 is before all others. */
  position: integer('position').notNull(),
  /** Never wrote to us over the connection. */
  isCold: integer('is_cold', { mode: 'boolean' }).notNull(),
  /** Which of the texts, beginning with 1. */
  text: integer('text').notNull(),
  confirmationText: integer('confirmation_text'),
  /** `cold` is only shown; `sending` also while the question is on its way. */
  state: text('state').$type<Exclude<DeliveryState, 'cold'>>().notNull(),
  reason: text('reason'),
  answer: text('answer'),
  confirmationId: integer('confirmation_id'),
  messageId: integer('message_id'),
  ticketId: integer('ticket_id'),
  askedAt: integer('asked_at'),
  confirmedAt: integer('confirmed_at'),
  sentAt: integer('sent_at'),
  deliveredAt: integer('delivered_at'),
  readAt: integer('read_at'),
  answeredAt: integer('answered_at'),
  at: integer('at').notNull(),
})
export type StoredDelivery = typeof deliveries.$inferSelect
